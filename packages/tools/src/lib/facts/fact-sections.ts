import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import type { IdleCauses } from '../../schemas/idle-causes.js';
import type { Ranks } from '../../schemas/ranks.js';
import type { Roofline } from '../../schemas/roofline.js';
import type { Steps } from '../../schemas/steps.js';
import { collectApi } from './api/collect-api.js';
import { mergeApi } from './api/merge-api.js';
import { classifyRegions } from './api-region.js';
import type { RegionClasses } from './api-region.js';
import { callsBesideWork } from './calls-beside-work.js';
import { collectCommunication } from './communication/collect-communication.js';
import type { CommunicationPart } from './communication/collect-communication.js';
import { mergeCommunication } from './communication/merge-communication.js';
import { collectCopies } from './copies/collect-copies.js';
import { countCopyStreams } from './copies/count-copy-streams.js';
import { mergeCopies } from './copies/merge-copies.js';
import { collectCounters, mergeCounters } from './counters.js';
import type { CountersPart, MergedCounters } from './counters.js';
import {
  EMPTY_API_BREAKDOWN,
  EMPTY_HARDWARE_COUNTERS,
  EMPTY_KERNEL_RESOURCES,
  EMPTY_SHORT_KERNELS,
  EMPTY_TRACE_QUALITY,
  EMPTY_WARMUP,
} from './empty-sections.js';
import { matchKernels, withCountersOf } from '../filter/match-kernels.js';
import { createFactSection } from './fact-section.js';
import { collectHotspots, mergeHotspots } from './hotspots.js';
import type { HotspotPart, Hotspots } from './hotspots.js';
import { collectIdleCauses } from './idle-causes/collect-idle-causes.js';
import type { IdlePart } from './idle-causes/idle-part.js';
import { mergeIdleCauses } from './idle-causes/merge-idle-causes.js';
import { collectKernelCategories, mergeKernelCategories } from './kernel-categories.js';
import { collectKernelSegments } from './kernel-segments.js';
import type { KernelSegments } from './kernel-segments.js';
import { collectPartition, mergePartition } from './partition.js';
import type { PartitionPart } from './partition.js';
import { indexCalls } from './index-calls.js';
import type { ProcessStage } from './process-stage.js';
import { collectQuality } from './quality/collect-quality.js';
import { mergeQuality } from './quality/merge-quality.js';
import type { QualityFacts } from './quality/merge-quality.js';
import type { QualityPart } from './quality/quality-part.js';
import { collectRanks } from './ranks/collect-ranks.js';
import type { RankPart } from './ranks/collect-ranks.js';
import { mergeRanks } from './ranks/merge-ranks.js';
import { collectResources, mergeResources } from './resources.js';
import { collectRoofline, mergeRoofline } from './roofline.js';
import type { RooflinePart } from './roofline.js';
import { collectShortKernels, mergeShortKernels } from './short-kernels.js';
import type { StackIndex } from './stack-index.js';
import { collectSteps } from './steps/collect-steps.js';
import type { LoopPart } from './steps/loop-part.js';
import { mergeSteps } from './steps/merge-steps.js';
import { collectWarmup, mergeWarmup } from './warmup.js';

/** What a section may take from one process: its stage, and what several sections share, made at the first use. */
export interface SectionInput {
  readonly stage: ProcessStage;
  /** Dispatches shorter than this stay out of the listed hotspots. */
  readonly minDurationNs: number;
  /** By index into the kernels of the process 1 for those that are told one by one; null for all. */
  readonly listedKernels: Uint8Array | null;
  segments(): KernelSegments;
  /** Those of the kernels that are told one by one: all, unless a filter names some. */
  listedSegments(): KernelSegments;
  classes(): RegionClasses;
  /** API calls by correlation id. */
  calls(): StackIndex;
  /** Forgets the index of the calls; it is made anew if it is asked for again. */
  dropCalls(): void;
  /** API calls that some device does not cover with work. */
  besideWork(): Uint32Array;
  counters(): CountersPart;
  partition(): PartitionPart;
  communication(): CommunicationPart | null;
  /** Main cause of each gap by agent index, filled by the section of the idle causes; null where no timeline is drawn. */
  readonly gapCauses: Map<number, Uint8Array> | null;
}

/**
 * The input of the sections for one process.
 *
 * @param kernelPattern kernels told one by one; all if absent
 * @param hasTimeline true where the timeline is a section too
 */
export function createSectionInput(
  stage: ProcessStage,
  minDurationNs: number,
  kernelPattern?: string,
  hasTimeline = false,
): SectionInput {
  const listedKernels = kernelPattern === undefined ? null : matchKernels(kernelPattern, stage.columns.kernels);
  let listedSegments: KernelSegments | null = null;
  let segments: KernelSegments | null = null;
  let classes: RegionClasses | null = null;
  let calls: StackIndex | null = null;
  const classesOf = (): RegionClasses => (classes ??= classifyRegions(stage.columns.regions));
  let besideWork: Uint32Array | null = null;
  let counters: CountersPart | null = null;
  let partition: PartitionPart | null = null;
  let communication: CommunicationPart | null | undefined;
  const callsOf = (): Uint32Array =>
    (besideWork ??= callsBesideWork(stage.columns.regions, classesOf(), stage.devices));
  const segmentsOf = (): KernelSegments => (segments ??= collectKernelSegments(stage.columns));
  return {
    stage,
    minDurationNs,
    segments: segmentsOf,
    listedKernels,
    listedSegments: () =>
      listedKernels === null
        ? segmentsOf()
        : (listedSegments ??= collectKernelSegments(stage.columns, 0, listedKernels)),
    classes: classesOf,
    besideWork: callsOf,
    dropCalls: () => {
      calls = null;
    },
    calls: () => (calls ??= indexCalls(stage.columns.regions, classesOf())),
    counters: () =>
      (counters ??= collectCounters(
        listedKernels === null ? stage : { ...stage, columns: withCountersOf(stage.columns, listedKernels) },
      )),
    partition: () => (partition ??= collectPartition(stage, classesOf(), callsOf)),
    communication: () =>
      communication === undefined ? (communication = collectCommunication(stage, classesOf)) : communication,
    gapCauses: hasTimeline ? new Map<number, Uint8Array>() : null,
  };
}

/**
 * All sections of the facts, in the order in which failures are told. Those that need the index of the calls come first,
 * trace quality being the last: it is large, and so is what hotspots keep of a process.
 *
 * @param duplicateFileCount files of the trace that repeat a process; they are no part of any process.
 */
export function createFactSections(duplicateFileCount: number) {
  return {
    executionBreakdown: createFactSection<SectionInput, PartitionPart, ExecutionBreakdown | null>({
      title: 'time breakdown',
      key: 'execution_breakdown',
      collect: ({ partition }) => partition(),
      // docs/decisions/0004: without GPU work there is no window, so there is no breakdown.
      merge: (parts, context) => (context.devices.length === 0 ? null : mergePartition(parts, context)),
      empty: null,
    }),
    idleCauses: createFactSection<SectionInput, IdlePart, IdleCauses | null>({
      title: 'idle causes',
      key: 'idle_causes',
      collect: ({ stage, classes, calls, besideWork, gapCauses }) =>
        collectIdleCauses(stage, classes(), calls, besideWork, gapCauses),
      merge: mergeIdleCauses,
      empty: null,
    }),
    steps: createFactSection<SectionInput, readonly LoopPart[], Steps | null>({
      title: 'steps',
      key: 'steps',
      collect: ({ stage, classes, calls, besideWork }) => collectSteps(stage, classes, calls, besideWork),
      merge: mergeSteps,
      empty: null,
    }),
    traceQuality: createFactSection<SectionInput, QualityPart, QualityFacts>({
      title: 'trace quality',
      key: 'trace_quality',
      collect: ({ stage, classes, calls }) => collectQuality(stage, classes(), calls),
      merge: (parts, context) => mergeQuality(parts, context, duplicateFileCount),
      empty: { quality: EMPTY_TRACE_QUALITY, diagnostics: [] },
    }),
    apiBreakdown: createFactSection({
      title: 'API breakdown',
      key: 'api_breakdown',
      collect: ({ stage, classes, besideWork }: SectionInput) => collectApi(stage, classes(), besideWork),
      merge: mergeApi,
      empty: EMPTY_API_BREAKDOWN,
    }),
    hotspots: createFactSection<SectionInput, HotspotPart, Hotspots>({
      title: 'hotspots',
      key: 'hotspots',
      collect: ({ stage, listedSegments }) => collectHotspots(stage, listedSegments()),
      merge: mergeHotspots,
      empty: { hotspots: [], kernelNameCount: 0, kernelNames: [] },
    }),
    longHotspots: createFactSection<SectionInput, HotspotPart | null, Hotspots | null>({
      title: 'hotspots of long dispatches',
      key: 'hotspots',
      collect: ({ stage, minDurationNs, listedKernels }) =>
        minDurationNs > 0
          ? collectHotspots(
              stage,
              collectKernelSegments(stage.columns, minDurationNs, listedKernels ?? undefined),
              minDurationNs,
            )
          : null,
      merge: (parts, context) => {
        const collected = parts.filter((part) => part !== null);
        return context.options.minDurationNs > 0 ? mergeHotspots(collected, context) : null;
      },
      empty: null,
    }),
    kernelCategories: createFactSection({
      title: 'kernel categories',
      key: 'kernel_categories',
      collect: ({ listedSegments }: SectionInput) => collectKernelCategories(listedSegments()),
      merge: mergeKernelCategories,
      empty: [],
    }),
    shortKernels: createFactSection({
      title: 'short kernels',
      key: 'short_kernels',
      collect: ({ stage, segments, listedKernels }: SectionInput) =>
        collectShortKernels(stage, segments(), listedKernels),
      merge: mergeShortKernels,
      empty: EMPTY_SHORT_KERNELS,
    }),
    warmup: createFactSection({
      title: 'warm-up',
      key: 'warmup',
      collect: ({ stage, listedSegments }: SectionInput) => collectWarmup(stage, listedSegments()),
      merge: mergeWarmup,
      empty: EMPTY_WARMUP,
    }),
    memoryAnalysis: createFactSection({
      title: 'memory analysis',
      key: 'memory_analysis',
      collect: ({ stage }: SectionInput) => collectCopies(stage),
      merge: mergeCopies,
      empty: {},
    }),
    copyStreamCount: createFactSection<SectionInput, number, number | null>({
      title: 'streams of the copies',
      key: 'memory_analysis',
      collect: ({ stage }) => countCopyStreams(stage),
      merge: (counts) => Math.max(0, ...counts) || null,
      empty: null,
    }),
    kernelResources: createFactSection({
      title: 'kernel resources',
      key: 'kernel_resources',
      collect: ({ stage }: SectionInput) => collectResources(stage),
      merge: (parts, context) => mergeResources(parts, context, context.shownKernels),
      empty: EMPTY_KERNEL_RESOURCES,
    }),
    hardwareCounters: createFactSection<SectionInput, CountersPart, MergedCounters>({
      title: 'hardware counters',
      key: 'hardware_counters',
      collect: ({ counters }) => counters(),
      merge: mergeCounters,
      empty: { counters: EMPTY_HARDWARE_COUNTERS, diagnostics: [] },
    }),
    roofline: createFactSection<SectionInput, RooflinePart, Roofline | null>({
      title: 'roofline',
      key: 'roofline',
      collect: ({ stage, counters, listedSegments }) => collectRoofline(stage, counters(), listedSegments),
      merge: mergeRoofline,
      empty: null,
    }),
    communication: createFactSection({
      title: 'communication',
      key: 'communication',
      collect: ({ communication }: SectionInput) => communication(),
      merge: mergeCommunication,
      empty: null,
    }),
    ranks: createFactSection<SectionInput, RankPart, Ranks | null>({
      title: 'ranks',
      key: 'ranks',
      collect: ({ stage, segments, partition, communication }) =>
        collectRanks(stage, segments(), partition(), communication()),
      merge: mergeRanks,
      empty: null,
    }),
  };
}
