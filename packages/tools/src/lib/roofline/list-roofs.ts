import { GPU_DTYPES, lookupGpu, memoryBandwidthGbps, peakTflops } from '@perfxpert/knowledge';
import type { ComputeUnit, Gpu, GpuDtype } from '@perfxpert/knowledge';
import type { Roof, Roofline } from '../../schemas/roofline.js';
import type { DeviceHardware } from '../facts/device-hardware.js';
import { customaryPeak } from '../hardware/peak-rates.js';

/** Bytes per clock and channel of L2. Source: rocprofiler-compute, system speed-of-light panel. */
const L2_BYTES_PER_CLOCK: Readonly<Record<string, number>> = { gfx908: 64, gfx90a: 64, gfx942: 128, gfx950: 128 };
/**
 * Bytes per clock and compute unit of LDS: 32 banks of 4 bytes. Source: rocprofiler-compute, as above; gfx950 is left
 * out, because no source was found for its wider LDS.
 */
const LDS_BYTES_PER_CLOCK: Readonly<Record<string, number>> = { gfx908: 128, gfx90a: 128, gfx942: 128 };

const UNITS: readonly ComputeUnit[] = ['vector', 'matrix'];

/** The roofs of one kind of device. */
export interface DeviceRoofs {
  readonly arch: string;
  readonly sku: string | null;
  readonly isSkuAssumed: boolean;
  readonly archPeaks: Roofline['arch_peaks'];
  /** Decimal bytes per second; null where unknown. */
  readonly memoryBytesPerSecond: number | null;
  /** Memory roofs from outside in, then compute roofs. */
  readonly roofs: readonly Roof[];
  /** Rate of a unit and type in operations per second; null where the part lacks it or it is not known. */
  peakOf(unit: ComputeUnit, dtype: GpuDtype): number | null;
  readonly notes: readonly string[];
}

/** Name of a compute roof. */
export function computeRoofName(unit: ComputeUnit, dtype: GpuDtype): string {
  return `${unit} ${dtype}`;
}

/**
 * Roofs of a device: peaks and memory bandwidth of its part (one die of a card that shows two), L2 and LDS by width and
 * clock where a source for the width exists. Nothing is borrowed from another architecture, and nothing that depends on
 * compute units or clock is told where the agent record contradicts itself.
 */
export function listRoofs(device: DeviceHardware): DeviceRoofs {
  const { gfxId, contradiction } = device;
  const gpu =
    gfxId === null
      ? null
      : lookupGpu(gfxId, {
          sku: device.partName,
          clockMhz: device.clockMhz,
          ...(contradiction === null ? { cuCount: device.cuCount } : {}),
        });
  const isRated = gpu !== null && contradiction === null;
  const peak = (unit: ComputeUnit, dtype: GpuDtype): number | null =>
    isRated ? perSecond(peakTflops(gpu, dtype, unit)) : null;
  const listed = (dtype: GpuDtype): number | null => (isRated ? perSecond(customaryPeak(gpu, dtype)) : null);
  const memoryGbps = device.memoryBandwidthGbps ?? (gpu === null ? null : memoryBandwidthGbps(gpu));
  const memoryBytesPerSecond = memoryGbps === null ? null : memoryGbps * 1e9;
  return {
    arch: gfxId ?? 'unknown',
    sku: gpu?.assumedSku.name ?? null,
    isSkuAssumed: gpu?.skuAssumed ?? false,
    archPeaks: {
      fp32: listed('fp32'),
      fp16: listed('fp16'),
      bf16: listed('bf16'),
      fp64: listed('fp64'),
      fp8: listed('fp8'),
      int8: listed('int8'),
    },
    memoryBytesPerSecond,
    roofs: [
      ...(memoryBytesPerSecond === null ? [] : [memoryRoof('HBM', memoryBytesPerSecond, 'tables')]),
      ...(isRated ? cacheRoofs(gpu, device) : []),
      ...(isRated ? computeRoofs(gpu, peak) : []),
    ],
    peakOf: peak,
    notes: notesOf(device, gpu),
  };
}

function notesOf({ gfxId, contradiction, assumption }: DeviceHardware, gpu: Gpu | null): string[] {
  if (gfxId === null) return ['The trace does not name the architecture of the GPU, so there are no roofs.'];
  if (gpu === null) return [`The tables do not know ${gfxId}, and nothing is borrowed from another architecture.`];
  return [
    ...(contradiction === null ? [] : [`${contradiction}; peaks of arithmetic are left out.`]),
    ...(gpu.skuAssumed ? [`The trace does not tell the part of ${gpu.gfxId}; ${gpu.assumedSku.name} is assumed.`] : []),
    ...(assumption === null ? [] : [`${assumption}.`]),
  ];
}

function memoryRoof(name: string, bytesPerSecond: number, source: Roof['source']): Roof {
  return { name, kind: 'memory', bytes_per_s: bytesPerSecond, flops_per_s: null, source };
}

function computeRoofs(gpu: Gpu, peak: DeviceRoofs['peakOf']): Roof[] {
  return UNITS.flatMap((unit) =>
    dtypesOf(gpu, unit).flatMap((dtype): Roof[] => {
      const rate = peak(unit, dtype);
      if (rate === null) return [];
      const name = computeRoofName(unit, dtype);
      return [{ name, kind: 'compute', bytes_per_s: null, flops_per_s: rate, source: 'tables' }];
    }),
  );
}

function dtypesOf(gpu: Gpu, unit: ComputeUnit): GpuDtype[] {
  const rates: Readonly<Partial<Record<GpuDtype, number>>> = gpu.assumedSku.opsPerCuPerClock[unit];
  return GPU_DTYPES.filter((dtype) => rates[dtype] !== undefined);
}

/** Memory roofs inside the GPU: width per unit x units x clock, so derived and not measured. */
function cacheRoofs(gpu: Gpu, device: DeviceHardware): Roof[] {
  const clockMhz = gpu.assumedSku.clockMhz;
  const cuCount = gpu.assumedSku.cuCount;
  if (clockMhz === null) return [];
  const channels = l2Channels(gpu, device);
  const l2Bytes = L2_BYTES_PER_CLOCK[gpu.gfxId];
  const ldsBytes = LDS_BYTES_PER_CLOCK[gpu.gfxId];
  const hertz = clockMhz * 1e6;
  return [
    ...(l2Bytes === undefined || channels === null ? [] : [memoryRoof('L2', l2Bytes * channels * hertz, 'derived')]),
    ...(ldsBytes === undefined || cuCount === null ? [] : [memoryRoof('LDS', ldsBytes * cuCount * hertz, 'derived')]),
  ];
}

/** L2 channels of the device: the tables have them per die (`16 per XCD`), or of the whole. */
function l2Channels(gpu: Gpu, device: DeviceHardware): number | null {
  const channels = Number.parseInt(String(gpu.arch.l2_channels ?? ''), 10);
  const { dieKind, dies } = gpu.assumedSku;
  const dieCount = dieKind === 'XCD' ? (device.xccCount ?? dies) : dies;
  return Number.isNaN(channels) || dieCount === null ? null : channels * dieCount;
}

/** From 1e12 operations per second; whole, as the product of whole rates, units and clocks is. */
function perSecond(tera: number | null): number | null {
  return tera === null ? null : Math.round(tera * 1e12);
}
