import { listSkus, lookupGpu } from '@perfxpert/knowledge';
import type { Gpu, GpuSku } from '@perfxpert/knowledge';
import type { TraceAgent } from '@perfxpert/rocpd';

/**
 * Figures of one GPU of a trace, as plain data: the agent record where it has them (it describes the very device, in
 * its partition mode), else the tables of the part, where the trace leaves no doubt about the figure. Null where
 * neither says; nothing is borrowed from another GPU.
 */
export interface DeviceHardware {
  /** As recorded; null where the trace names no architecture. */
  readonly gfxId: string | null;
  /** Whether the tables know the architecture. */
  readonly isKnown: boolean;
  /** Name of the part (`MI300X`) where the trace leaves exactly one. */
  readonly partName: string | null;
  readonly cuCount: number | null;
  readonly simdsPerCu: number | null;
  /** SIMDs of the whole device. */
  readonly simdCount: number | null;
  readonly waveSize: number | null;
  readonly maxWavesPerSimd: number | null;
  readonly maxWavesPerCu: number | null;
  readonly ldsBytesPerCu: number | null;
  /** Compute dies (XCC) of the device; 1 on parts that have none. */
  readonly xccCount: number | null;
  /** Highest engine clock. */
  readonly clockMhz: number | null;
  /** Peak memory bandwidth of the device, decimal GB/s; of a partition its share (`assumption` then says so). */
  readonly memoryBandwidthGbps: number | null;
  /** What no device of this kind can pass, decimal GB/s: that of the whole card, also for a partition. */
  readonly memoryBandwidthLimitGbps: number | null;
  /** What was assumed for the figures above; null without an assumption. */
  readonly assumption: string | null;
  /** Why figures per compute unit, die or clock are not to be trusted; null where the record is consistent. */
  readonly contradiction: string | null;
}

/** Hardware figures of an agent; all null for null. */
export function deviceHardware(agent: TraceAgent | null): DeviceHardware {
  const gfxId = agent?.gfxId ?? null;
  const recorded = (key: string): number | null => positive(agent?.hardware[key]);
  const hints = { productName: agent?.productName ?? null, cuCount: recorded('cu_count') };
  const gpu = gfxId === null ? null : lookupGpu(gfxId, hints);
  const parts = gpu === null ? [] : possibleParts(gpu, hints);
  const cuCount = recorded('cu_count') ?? commonFigure(parts, (part) => part.cuCount);
  const simdsPerCu = recorded('simd_per_cu') ?? gpu?.simdsPerCu ?? null;
  const maxWavesPerSimd =
    recorded('max_waves_per_simd') ??
    positive(quotient(recorded('max_waves_per_cu'), simdsPerCu)) ??
    gpu?.maxWavesPerSimd ??
    null;
  const lds = recorded('lds_size_in_kb');
  const xccCount = recorded('num_xcc') ?? inferXccCount(parts, cuCount);
  const share = partitionShare(gpu, cuCount, xccCount);
  const memoryBandwidthLimitGbps = commonFigure(parts, (part) => part.memoryBandwidthGbps);
  return {
    gfxId,
    isKnown: gpu !== null,
    partName: gpu?.sku?.name ?? null,
    cuCount,
    simdsPerCu,
    simdCount: recorded('simd_count') ?? product(cuCount, simdsPerCu),
    waveSize: recorded('wave_front_size') ?? gpu?.waveSize ?? null,
    maxWavesPerSimd,
    maxWavesPerCu: recorded('max_waves_per_cu') ?? product(maxWavesPerSimd, simdsPerCu),
    ldsBytesPerCu: lds === null ? (gpu?.ldsBytesPerCu ?? null) : lds * 1024,
    xccCount,
    clockMhz: recorded('max_engine_clk_fcompute') ?? commonFigure(parts, (part) => part.clockMhz),
    memoryBandwidthGbps: product(memoryBandwidthLimitGbps, share?.fraction ?? 1),
    memoryBandwidthLimitGbps,
    assumption: share?.assumption ?? null,
    contradiction: contradictionOf(gpu, recorded('cu_count'), recorded('num_xcc')),
  };
}

/** The parts that a trace leaves possible, each as the agent shows it (one die of a two-agent card halved). */
function possibleParts(gpu: Gpu, hints: { productName: string | null; cuCount: number | null }): GpuSku[] {
  if (gpu.sku !== null) return [gpu.sku];
  return gpu.candidates.flatMap((name) => lookupGpu(gpu.gfxId, { ...hints, sku: name })?.sku ?? []);
}

/** A figure that all possible parts share; null where they differ or one of them lacks it. */
function commonFigure(parts: readonly GpuSku[], figureOf: (part: GpuSku) => number | null): number | null {
  const [first, ...others] = parts.map(figureOf);
  return first !== undefined && others.every((figure) => figure === first) ? first : null;
}

/** Dies of a device whose record does not count them: 1 where parts have no XCDs, all of them for a whole card. */
function inferXccCount(parts: readonly GpuSku[], cuCount: number | null): number | null {
  if (parts.length > 0 && parts.every(({ dieKind }) => dieKind !== null && dieKind !== 'XCD')) return 1;
  const isWhole = parts.every((part) => part.view === 'whole' && part.cuCount === cuCount);
  return isWhole ? commonFigure(parts, ({ dies }) => dies) : null;
}

/** The share of a card's memory bandwidth that a compute partition can count on, where the device is one. */
function partitionShare(
  gpu: Gpu | null,
  cuCount: number | null,
  xccCount: number | null,
): { fraction: number; assumption: string } | null {
  const whole =
    gpu === null || gpu.sku === null ? undefined : listSkus(gpu.gfxId).find(({ name }) => name === gpu.sku?.name);
  if (whole === undefined || whole.dieKind !== 'XCD' || whole.dies === null || whole.cuCount === null) return null;
  const cusPerDie = whole.cuCount / whole.dies;
  const xccs = xccCount ?? (cuCount === null ? null : cuCount / cusPerDie);
  if (cuCount === null || xccs === null || xccs >= whole.dies || cuCount !== cusPerDie * xccs) return null;
  return {
    fraction: xccs / whole.dies,
    assumption:
      `The device is a partition with ${xccs} of the ${whole.dies} XCCs of ${whole.name}; its memory mode is not ` +
      `recorded, so an equal share of the card's bandwidth is assumed`,
  };
}

/** Parts of one architecture have one number of compute units per XCC: a record that has another is wrong somewhere. */
function contradictionOf(gpu: Gpu | null, cuCount: number | null, xccCount: number | null): string | null {
  if (gpu === null || cuCount === null || xccCount === null) return null;
  const known = listSkus(gpu.gfxId).map((part) => (part.dieKind === 'XCD' ? quotient(part.cuCount, part.dies) : null));
  if (known.includes(null) || known.includes(cuCount / xccCount)) return null;
  return (
    `The agent record says ${cuCount} compute units on ${xccCount} XCCs, but parts of ${gpu.gfxId} have ` +
    `${[...new Set(known)].join(' or ')} per XCC`
  );
}

/** Figures of an agent record are whole numbers; 0 and what is no such number say nothing. */
function positive(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : null;
}

function product(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left * right;
}

function quotient(left: number | null, right: number | null): number | null {
  return left === null || right === null || right === 0 ? null : left / right;
}
