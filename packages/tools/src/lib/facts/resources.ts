import type { LaunchShape, TraceAgent, TraceKernel } from '@perfxpert/rocpd';
import type { KernelResource, KernelResources } from '../../schemas/kernel-resources.js';
import { occupancyLimits } from '../occupancy/occupancy-limits.js';
import { compareText } from '../text/compare-text.js';
import { numberPairs } from './dense-pairs.js';
import { deviceHardware } from './device-hardware.js';
import type { DeviceHardware } from './device-hardware.js';
import { resourceOfVariant } from './kernel-resource.js';
import type { KernelVariant } from './kernel-resource.js';
import { shapeKey } from './kernel-segments.js';
import type { MergeContext } from './merge-context.js';
import type { ProcessStage } from './process-stage.js';

/** Kernels of one process with what their launches took: one entry per kernel, launch shape and agent that ran. */
export interface ResourcesPart {
  readonly variants: readonly KernelVariant[];
}

/**
 * Collects what the launches of one process took of a GPU.
 *
 * @param minDurationNs leaves out shorter dispatches, as the hotspots do.
 */
export function collectResources({ columns }: ProcessStage, minDurationNs = 0): ResourcesPart {
  const { dispatches, kernels, process } = columns;
  const shapeCount = dispatches.shapes.length;
  const agentCount = process.agents.length + 1;
  // Kernel and shape are numbered first, in a table where that is small; the agent makes few of them more.
  const pairs = numberPairs({
    count: dispatches.count,
    first: dispatches.kernel,
    firstLimit: kernels.length,
    second: dispatches.shape,
    secondLimit: shapeCount,
  });
  const slotOf = new Int32Array(pairs.first.length * agentCount).fill(-1);
  const totals: number[] = [];
  const firstRows: number[] = [];
  for (let row = 0; row < dispatches.count; row++) {
    const duration = (dispatches.endNs[row] ?? 0) - (dispatches.startNs[row] ?? 0);
    if (duration < minDurationNs) continue;
    const key = (pairs.idOfRow[row] ?? 0) * agentCount + (dispatches.agent[row] ?? 0);
    let slot = slotOf[key] ?? -1;
    if (slot < 0) {
      slot = totals.push(0) - 1;
      firstRows.push(row);
      slotOf[key] = slot;
    }
    totals[slot] = (totals[slot] ?? 0) + duration;
  }
  const devices = [...process.agents, null].map(deviceHardware);
  return {
    variants: firstRows.flatMap((row, slot) => {
      const kernel = kernels[dispatches.kernel[row] ?? 0];
      const shape = dispatches.shapes[dispatches.shape[row] ?? 0];
      const device = devices[dispatches.agent[row] ?? 0];
      if (kernel === undefined || shape === undefined || device === undefined) return [];
      return [variantOf(kernel, shape, device, totals[slot] ?? 0)];
    }),
  };
}

/**
 * What the kernels with the most time take of their GPU. Of several launches of a kernel (shape, LDS, registers, GPU)
 * the one with the most time is shown; `variant_count` counts shapes by workgroup and grid, as hotspots do.
 *
 * @param names the kernels to show, in this order; without it those with the most time, at most `topKernels`.
 */
export function mergeResources(
  parts: readonly ResourcesPart[],
  context: MergeContext,
  names?: readonly string[],
): KernelResources {
  const kernels = groupByName(parts);
  const shown = names ?? mostTime(kernels).slice(0, context.options.topKernels);
  const device = deviceHardware(mainAgent(context));
  const limits = occupancyLimits(device);
  return {
    arch: device.gfxId,
    arch_specs:
      limits === null
        ? null
        : {
            max_waves_per_simd: limits.maxWavesPerSimd,
            vgprs_per_simd: limits.vgprsPerSimd,
            lds_per_cu_bytes: limits.ldsBytesPerCu,
            wavefront_size: limits.waveSize,
            simds_per_cu: limits.simdsPerCu,
            cu_count: device.cuCount,
          },
    kernels: shown.flatMap((name): KernelResource[] => {
      const variants = [...(kernels.get(name) ?? [])];
      const [most] = variants.sort(([keyA, a], [keyB, b]) => b.totalNs - a.totalNs || compareText(keyA, keyB));
      const shapes = new Set(variants.map(([, variant]) => shapeKey(variant)));
      return most === undefined ? [] : [resourceOfVariant(most[1], shapes.size)];
    }),
  };
}

function variantOf(kernel: TraceKernel, shape: LaunchShape, device: DeviceHardware, totalNs: number): KernelVariant {
  // No kernel runs without vector registers: 0 stands for a count that was not recorded.
  const hasRegisters = kernel.archVgprCount !== 0;
  return {
    name: kernel.name,
    totalNs,
    workgroup: knownExtent(shape.workgroup),
    grid: knownExtent(shape.grid),
    ldsBytes: wholeNumber(shape.ldsBytes ?? kernel.staticLdsBytes),
    scratchBytes: wholeNumber(shape.scratchBytes ?? kernel.staticScratchBytes),
    archVgprs: hasRegisters ? wholeNumber(kernel.archVgprCount) : null,
    accumVgprs: hasRegisters ? wholeNumber(kernel.accumVgprCount) : null,
    sgprs: wholeNumber(kernel.sgprCount),
    device,
  };
}

/** A figure of a trace that must be a whole number from 0; anything else is unknown. */
function wholeNumber(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** An extent with axes of 0 read as 1; null where the trace holds none at all. */
function knownExtent(extent: LaunchShape['grid']): KernelVariant['grid'] {
  if (extent === null || extent.every((axis) => axis <= 0) || !extent.every(Number.isSafeInteger)) return null;
  return [Math.max(1, extent[0]), Math.max(1, extent[1]), Math.max(1, extent[2])];
}

/** Variants of all processes by kernel name, equal ones added up. */
function groupByName(parts: readonly ResourcesPart[]): Map<string, Map<string, KernelVariant>> {
  const kernels = new Map<string, Map<string, KernelVariant>>();
  const keys = new Map<DeviceHardware, string>();
  for (const variant of parts.flatMap(({ variants }) => variants)) {
    let own = kernels.get(variant.name);
    if (own === undefined) kernels.set(variant.name, (own = new Map()));
    const key = variantKey(variant, keys);
    const known = own.get(key);
    own.set(key, known === undefined ? variant : { ...known, totalNs: known.totalNs + variant.totalNs });
  }
  return kernels;
}

/** Names by summed time, then name. */
function mostTime(kernels: ReadonlyMap<string, ReadonlyMap<string, KernelVariant>>): string[] {
  const totals = [...kernels].map(([name, variants]) => ({
    name,
    totalNs: [...variants.values()].reduce((sum, { totalNs }) => sum + totalNs, 0),
  }));
  return totals.sort((a, b) => b.totalNs - a.totalNs || compareText(a.name, b.name)).map(({ name }) => name);
}

function mainAgent({ devices, mainDevice }: MergeContext): TraceAgent | null {
  return mainDevice === null ? null : (devices[mainDevice]?.agent ?? null);
}

/** Equal for equal launches. `deviceKeys` keeps the texts of devices, which many variants share. */
function variantKey(variant: KernelVariant, deviceKeys: Map<DeviceHardware, string>): string {
  const { workgroup, grid, ldsBytes, scratchBytes, archVgprs, accumVgprs, sgprs, device } = variant;
  let deviceKey = deviceKeys.get(device);
  if (deviceKey === undefined) deviceKeys.set(device, (deviceKey = JSON.stringify(device)));
  const needs = [ldsBytes, scratchBytes, archVgprs, accumVgprs, sgprs];
  return JSON.stringify([workgroup, grid]) + JSON.stringify(needs) + deviceKey;
}
