import { occupancyRules } from '@perfxpert/knowledge';
import type { OccupancyRules } from '@perfxpert/knowledge';
import type { DeviceHardware } from '../facts/device-hardware.js';

/**
 * What bounds the waves of one device: the rules of its architecture with the figures of the agent record in their
 * place. Null for an architecture that the tables lack.
 */
export function occupancyLimits(device: DeviceHardware): OccupancyRules | null {
  const rules = device.gfxId === null ? null : occupancyRules(device.gfxId, device.waveSize ?? undefined);
  if (rules === null) return null;
  const maxWavesPerSimd = device.maxWavesPerSimd ?? rules.maxWavesPerSimd;
  const simdsPerCu = device.simdsPerCu ?? rules.simdsPerCu;
  const ldsBytesPerCu = device.ldsBytesPerCu ?? rules.ldsBytesPerCu;
  return {
    ...rules,
    maxWavesPerSimd,
    simdsPerCu,
    maxWavesPerCu: maxWavesPerSimd * simdsPerCu,
    ldsBytesPerCu,
    ldsBytesPerWgp: rules.ldsBytesPerWgp === null ? null : 2 * ldsBytesPerCu,
  };
}
