import type { LaunchShape, ProcessColumns, TraceKernel } from '@perfxpert/rocpd';
import { API_CLASS_CODE, classifyRegions } from '../facts/api-region.js';
import { indexCalls } from '../facts/index-calls.js';
import { shapeKey } from '../facts/kernel-segments.js';
import type { KernelShape } from '../facts/kernel-segments.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { fusableKernels } from './fusable-kernels.js';
import { dealIntoLanes } from './launch-order.js';
import { PairGroups } from './pair-groups.js';
import type { PairGroup } from './pair-groups.js';

/** What a pair must satisfy, nanoseconds. */
export interface FusionLimits {
  /** Each kernel is shorter than this. */
  readonly shorterThanNs: number;
  /** The gap between them is at most this. */
  readonly maxGapNs: number;
}

/** A group of pairs of one process. */
export interface FusionGroup extends Omit<PairGroup, 'first' | 'second' | 'shape'> {
  readonly names: readonly [string, string];
  readonly shape: KernelShape;
}

/** A graph launch starts many kernels at once: fusing two of them saves no call. */
const GRAPH_CALL = /Graph/;

/** What the scan of a lane looks up by row. */
interface PairScan {
  readonly columns: ProcessColumns;
  readonly limits: FusionLimits;
  /** 1 for kernels that may be fused. */
  readonly canFuse: Uint8Array;
  readonly names: TextCodes;
  readonly shapes: TextCodes;
  /** Time of the call that launched one kernel alone; -1 where none is recorded. */
  readonly launchNs: (row: number) => number;
  readonly groups: PairGroups;
}

/**
 * Pairs of short kernels that follow each other closely in a queue and stream with the same launch shape, by names and
 * shape. The gap counts from the end of all kernels before in the lane. Pairs without any run time are left out: their
 * times are unusable. Linear in dispatches and regions.
 */
export function collectFusion(
  { columns }: ProcessStage,
  limits: FusionLimits,
  classes = classifyRegions(columns.regions),
): FusionGroup[] {
  const { dispatches, kernels, process } = columns;
  const names = indexTexts(kernels.map(({ name }: TraceKernel) => name));
  const shapes = indexTexts(dispatches.shapes.map((shape: LaunchShape) => shapeKey(shape)));
  const groups = new PairGroups(names.count);
  const scan: PairScan = {
    columns,
    limits,
    canFuse: fusableKernels(kernels),
    names,
    shapes,
    launchNs: createLaunchTimes(columns, classes.apiClass, indexCalls(columns.regions, classes)),
    groups,
  };
  const { rows, offsets } = dealIntoLanes(dispatches, process.agents.length + 1);
  for (let lane = 0; lane + 1 < offsets.length; lane++)
    scanLane(scan, rows.subarray(offsets[lane] ?? 0, offsets[lane + 1] ?? 0));
  return groups.all.map(({ first, second, shape, ...sums }) => ({
    ...sums,
    names: [nameOf(kernels, names, first), nameOf(kernels, names, second)],
    shape: dispatches.shapes[shapes.representative[shape] ?? 0] ?? { workgroup: null, grid: null },
  }));
}

/** Adds the pairs of one lane, whose rows are in order of start. */
function scanLane({ columns, limits, canFuse, names, shapes, launchNs, groups }: PairScan, rows: Uint32Array): void {
  const { startNs, endNs, kernel, shape } = columns.dispatches;
  let busyUntil = Number.NEGATIVE_INFINITY;
  let previous = -1;
  let previousNs = 0;
  let run: number[] = [];
  for (let place = 0; place < rows.length; place++) {
    const row = rows[place] ?? 0;
    const start = startNs[row] ?? 0;
    const end = endNs[row] ?? 0;
    const gap = start - busyUntil;
    const isShort = canFuse[kernel[row] ?? 0] === 1 && end - start < limits.shorterThanNs;
    const isPair =
      isShort &&
      previous >= 0 &&
      gap >= 0 &&
      gap <= limits.maxGapNs &&
      end - start + previousNs > 0 &&
      shapes.code[shape[row] ?? 0] === shapes.code[shape[previous] ?? 0];
    if (isPair) {
      const first = names.code[kernel[previous] ?? 0] ?? 0;
      const second = names.code[kernel[row] ?? 0] ?? 0;
      const number = groups.numberOf(first, second, shapes.code[shape[row] ?? 0] ?? 0);
      addPair(groups.all[number], end - start + previousNs, gap, end - start, launchNs(row));
      run.push(number);
    } else {
      closeRun(groups, run);
      if (run.length > 0) run = [];
    }
    previous = isShort ? row : -1;
    previousNs = end - start;
    if (end > busyUntil) busyUntil = end;
  }
  closeRun(groups, run);
}

function addPair(group: PairGroup | undefined, totalNs: number, gapNs: number, secondNs: number, launchNs: number) {
  if (group === undefined) return;
  group.occurrences++;
  group.totalNs += totalNs;
  group.gapNs += gapNs;
  if (launchNs < 0) return;
  group.linked++;
  if (launchNs > secondNs) group.hostBoundNs += launchNs;
}

/** A run of n pairs is a chain of n + 1 kernels. */
function closeRun({ all }: PairGroups, run: readonly number[]): void {
  for (const number of run) {
    const group = all[number];
    if (group !== undefined && group.longestChain < run.length + 1) group.longestChain = run.length + 1;
  }
}

/** Time of the call that launched one kernel alone; -1 where none is recorded. */
function createLaunchTimes(
  { dispatches, regions }: ProcessColumns,
  apiClass: Uint8Array,
  calls: ReturnType<typeof indexCalls>,
): (row: number) => number {
  const isGraphCall = Uint8Array.from(regions.names, (name) => (GRAPH_CALL.test(name) ? 1 : 0));
  return (row) => {
    const call = calls.rowOf(dispatches.stackId[row] ?? 0);
    if (call < 0 || apiClass[call] !== API_CLASS_CODE.launch || isGraphCall[regions.name[call] ?? 0] === 1) return -1;
    return (regions.endNs[call] ?? 0) - (regions.startNs[call] ?? 0);
  };
}

interface TextCodes {
  readonly count: number;
  /** Code of each text; equal texts share one. */
  readonly code: Uint32Array;
  /** Index of the first text of each code. */
  readonly representative: readonly number[];
}

function indexTexts(texts: readonly string[]): TextCodes {
  const codes = new Map<string, number>();
  const representative: number[] = [];
  const code = Uint32Array.from(texts, (text, index) => {
    const known = codes.get(text);
    if (known !== undefined) return known;
    codes.set(text, codes.size);
    return representative.push(index) - 1;
  });
  return { count: representative.length, code, representative };
}

function nameOf(kernels: readonly TraceKernel[], { representative }: TextCodes, code: number): string {
  return kernels[representative[code] ?? 0]?.name ?? '';
}
