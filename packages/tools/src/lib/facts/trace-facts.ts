import type { Trace, TraceAgent, TraceProcess } from '@perfxpert/rocpd';
import type { ApiBreakdown } from '../../schemas/api-breakdown.js';
import type { Communication } from '../../schemas/communication.js';
import type { Diagnostic } from '../../schemas/diagnostic.js';
import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import type { HardwareCounters } from '../../schemas/hardware-counters.js';
import type { Hotspot } from '../../schemas/hotspot.js';
import type { IdleCauses } from '../../schemas/idle-causes.js';
import type { KernelCategory } from '../../schemas/kernel-categories.js';
import type { KernelResources } from '../../schemas/kernel-resources.js';
import type { MemoryAnalysis } from '../../schemas/memory-analysis.js';
import type { Ranks } from '../../schemas/ranks.js';
import type { Roofline } from '../../schemas/roofline.js';
import type { ShortKernels } from '../../schemas/short-kernels.js';
import type { Steps } from '../../schemas/steps.js';
import type { TraceQuality } from '../../schemas/trace-quality.js';
import type { Warmup } from '../../schemas/warmup.js';
import type { TraceTimeline } from '../timeline/trace-timeline.js';
import type { RunMeasure } from '../trace-diff/run-measure.js';

/** What a caller may ask of the facts. */
export interface FactsOptions {
  /** Hotspots listed; at least 1. Default 10. */
  readonly topKernels?: number;
  /** Dispatches shorter than this stay out of the hotspots (not of totals and shares), nanoseconds. Default 0. */
  readonly minDurationNs?: number;
  /**
   * Regular expression: what is told kernel by kernel (hotspots, categories, resources, counters, roofline, short kernels,
   * warm-up) is told of kernels whose name it matches. Totals, shares, times and idle time stay those of all kernels.
   */
  readonly kernelPattern?: string;
  /** Also collect what a drawing of the trace over time needs. Default false. */
  readonly timeline?: boolean;
  /** Also measure the run for a comparison. Default false. */
  readonly measure?: boolean;
  readonly signal?: AbortSignal;
  /** One line per stage. */
  readonly progressCallback?: (stage: string) => void;
}

/** One device of the trace that ran work. */
export interface TraceDevice {
  readonly processIndex: number;
  /** Null for a dispatch whose agent row is missing. */
  readonly agent: TraceAgent | null;
  readonly agentId: number;
  /** `GPU 0`, with `rank N` or the process where several processes are shown. Unique within the trace. */
  readonly label: string;
}

/**
 * Every fact of a trace, as plain data in the shape of the report's sections. Made by merging the facts of its
 * processes; a section without data is null where absence has a meaning, else empty.
 */
export interface TraceFacts {
  readonly trace: Pick<Trace, 'files' | 'duplicateFiles'>;
  readonly processes: readonly TraceProcess[];
  readonly devices: readonly TraceDevice[];
  /** Null without any kernel or copy. */
  readonly executionBreakdown: ExecutionBreakdown | null;
  /** Kernels with the most time: at least ten where there are, so that no display option changes the diagnosis. */
  readonly hotspots: readonly Hotspot[];
  /** The hotspots that the caller asked for: cut to `topKernels`, without dispatches below `minDurationNs`. */
  readonly listedHotspots: readonly Hotspot[];
  /** Distinct kernel names, before the cut. */
  readonly kernelNameCount: number;
  /** These names, sorted. */
  readonly kernelNames: readonly string[];
  readonly memoryAnalysis: MemoryAnalysis;
  /** Most streams that one process put its copies on; null where none are recorded. */
  readonly copyStreamCount: number | null;
  readonly apiBreakdown: ApiBreakdown;
  readonly kernelResources: KernelResources;
  readonly hardwareCounters: HardwareCounters;
  /** Null without counters, or where they place no kernel. */
  readonly roofline: Roofline | null;
  readonly kernelCategories: readonly KernelCategory[];
  readonly shortKernels: ShortKernels;
  readonly warmup: Warmup;
  /** Null without communication kernels and calls. */
  readonly communication: Communication | null;
  /** Null without idle time. */
  readonly idleCauses: IdleCauses | null;
  /** Null where no device does the same again and again. */
  readonly steps: Steps | null;
  /** Null for fewer than two devices with GPU work. */
  readonly ranks: Ranks | null;
  readonly traceQuality: TraceQuality;
  /** Only where it was asked for; null without GPU work. */
  readonly timeline?: TraceTimeline | null;
  /** Only where it was asked for. */
  readonly measure?: RunMeasure;
  /** What went wrong in single sections; the other sections are still there. */
  readonly diagnostics: readonly Diagnostic[];
}
