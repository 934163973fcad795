import type { Trace } from '@perfxpert/rocpd';
import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import type { MemoryAnalysis } from '../../schemas/memory-analysis.js';
import { collectCopies } from '../facts/copies/collect-copies.js';
import type { CopiesPart } from '../facts/copies/collect-copies.js';
import { mergeCopies } from '../facts/copies/merge-copies.js';
import { createMergeContext } from '../facts/create-merge-context.js';
import { collectActivity } from '../facts/device-activity.js';
import type { ProcessActivity } from '../facts/device-activity.js';
import { collectKernelSegments } from '../facts/kernel-segments.js';
import { gatherDurations, totalKernels } from '../facts/kernel-totals.js';
import type { KernelPart, KernelTotals } from '../facts/kernel-totals.js';
import { collectPartition, mergePartition } from '../facts/partition.js';
import type { PartitionPart } from '../facts/partition.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { readStages } from '../facts/read-stages.js';
import type { FactsOptions } from '../facts/trace-facts.js';

/** One kernel name of one run: all its dispatches over processes, devices and launch shapes. */
export interface KernelMeasure {
  readonly calls: number;
  readonly totalNs: number;
  /** Workgroup and grid with the most time, as text; null where the trace holds none. */
  readonly shape: string | null;
  /** A copy of the durations, in no order that means anything. */
  durationsNs(): Float64Array;
}

/** A device as far as two runs are compared by it. */
export interface RunDevice {
  readonly gfxId: string | null;
  readonly productName: string | null;
  /** Highest engine clock of the agent record; null where it has none. */
  readonly maxClockMhz: number | null;
}

/** Where a process of the run lies in absolute time. */
export interface RunSpan {
  readonly machine: string;
  readonly guid: string;
  readonly startNs: bigint;
  readonly endNs: bigint;
}

/** What a comparison needs of one run. */
export interface RunMeasure {
  readonly fileCount: number;
  readonly processCount: number;
  readonly kernels: ReadonlyMap<string, KernelMeasure>;
  readonly kernelTimeNs: number;
  readonly dispatchCount: number;
  /** Null where the file holds durations without times. */
  readonly breakdown: ExecutionBreakdown | null;
  readonly copies: MemoryAnalysis;
  /** Devices with work, in order of processes. */
  readonly devices: readonly RunDevice[];
  readonly spans: readonly RunSpan[];
  /** Kernels and copies left out for want of usable times. */
  readonly droppedRowCount: number;
  /** True for a recording of counters alone: collecting them pauses the GPU between kernels. */
  readonly isCounterRun: boolean;
}

const NO_EXCLUSIVE_TIME = new Float64Array(0);

/** A run being measured, process by process. */
export interface RunMeasuring {
  /** Adds the next process of the run. */
  add(stage: ProcessStage): void;
  finish(trace: Trace): RunMeasure;
}

/**
 * Measures one run: totals and durations by kernel name, the partition of its window, copies by direction. Memory: 8
 * bytes per dispatch beside the columns of one process at a time.
 *
 * @throws ToolError CANCELLED; RocpdError for a file that cannot be read on.
 */
export async function measureRun(trace: Trace, options: FactsOptions = {}): Promise<RunMeasure> {
  const measuring = createRunMeasuring();
  await readStages(trace, (stage) => measuring.add(stage), options);
  return measuring.finish(trace);
}

/** Measures a run whose processes somebody else reads. */
export function createRunMeasuring(): RunMeasuring {
  const activities: ProcessActivity[] = [];
  const partitions: PartitionPart[] = [];
  const copies: CopiesPart[] = [];
  const parts: KernelPart[] = [];
  let droppedRowCount = 0;
  let counterValues = 0;
  let otherRows = 0;
  return {
    add(stage) {
      activities.push(collectActivity(stage));
      partitions.push(collectPartition(stage));
      copies.push(collectCopies(stage));
      counterValues += stage.columns.counters.count;
      otherRows += stage.columns.copies.count + stage.columns.regions.count;
      parts.push({ segments: collectKernelSegments(stage.columns), exclusiveNs: NO_EXCLUSIVE_TIME });
      for (const { dropped } of [stage.columns.dispatches, stage.columns.copies])
        droppedRowCount += dropped.nullTimes + dropped.negativeDurations;
    },
    finish(trace) {
      const context = createMergeContext(trace.processes, activities);
      const totals = totalKernels(parts, context);
      return {
        fileCount: trace.files.length,
        processCount: trace.processes.length,
        kernels: new Map(totals.map((kernel) => [kernel.name, kernelMeasure(kernel, parts)])),
        kernelTimeNs: context.kernelTimeNs,
        dispatchCount: totals.reduce((sum, { calls }) => sum + calls, 0),
        breakdown: mergePartition(partitions, context),
        copies: mergeCopies(copies, context),
        devices: context.devices.map(({ agent }) => ({
          gfxId: agent?.gfxId ?? null,
          productName: agent?.productName ?? null,
          maxClockMhz: agent?.hardware['max_engine_clk_fcompute'] ?? null,
        })),
        spans: spansOf(trace, activities),
        droppedRowCount,
        isCounterRun: counterValues > 0 && otherRows === 0,
      };
    },
  };
}

function kernelMeasure(kernel: KernelTotals, parts: readonly KernelPart[]): KernelMeasure {
  const shapes = [...kernel.shapes.values()];
  const [main] = shapes.sort((a, b) => b.totalNs - a.totalNs || b.calls - a.calls || (a.key < b.key ? -1 : 1));
  const hasShape = main !== undefined && (main.shape.workgroup !== null || main.shape.grid !== null);
  return {
    calls: kernel.calls,
    totalNs: kernel.totalNs,
    shape: hasShape ? main.key : null,
    durationsNs: () =>
      gatherDurations(
        shapes.flatMap(({ places }) => places),
        parts,
      ),
  };
}

function spansOf(trace: Trace, activities: readonly ProcessActivity[]): RunSpan[] {
  return trace.processes.flatMap(({ guid, node }, index) => {
    const activity = activities[index];
    if (activity === undefined || activity.window === null) return [];
    const { originNs, window } = activity;
    return [
      {
        machine: node.machineId ?? node.hostname ?? '',
        guid,
        startNs: originNs + BigInt(window.startNs),
        endNs: originNs + BigInt(window.endNs),
      },
    ];
  });
}
