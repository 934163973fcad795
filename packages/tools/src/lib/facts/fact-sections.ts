import type { ExecutionBreakdown } from '../../schemas/execution-breakdown.js';
import { EMPTY_SHORT_KERNELS, EMPTY_WARMUP } from './empty-sections.js';
import { createFactSection } from './fact-section.js';
import { collectHotspots, mergeHotspots } from './hotspots.js';
import type { HotspotPart, Hotspots } from './hotspots.js';
import { collectKernelCategories, mergeKernelCategories } from './kernel-categories.js';
import { collectKernelSegments } from './kernel-segments.js';
import type { KernelSegments } from './kernel-segments.js';
import { collectPartition, mergePartition } from './partition.js';
import type { PartitionPart } from './partition.js';
import type { ProcessStage } from './process-stage.js';
import { collectShortKernels, mergeShortKernels } from './short-kernels.js';
import { collectWarmup, mergeWarmup } from './warmup.js';

/** What a section may take from one process: its stage, and its dispatches grouped, made at the first use. */
export interface SectionInput {
  readonly stage: ProcessStage;
  /** Dispatches shorter than this stay out of the hotspots. */
  readonly minDurationNs: number;
  segments(): KernelSegments;
}

/** The input of the sections for one process. */
export function createSectionInput(stage: ProcessStage, minDurationNs: number): SectionInput {
  let segments: KernelSegments | null = null;
  return { stage, minDurationNs, segments: () => (segments ??= collectKernelSegments(stage.columns)) };
}

/** All sections of the facts, in the order in which failures are told. */
export function createFactSections() {
  return {
    executionBreakdown: createFactSection<SectionInput, PartitionPart, ExecutionBreakdown | null>({
      title: 'time breakdown',
      key: 'execution_breakdown',
      collect: ({ stage }) => collectPartition(stage),
      // docs/decisions/0004: without GPU work there is no window, so there is no breakdown.
      merge: (parts, context) => (context.devices.length === 0 ? null : mergePartition(parts, context)),
      empty: null,
    }),
    hotspots: createFactSection<SectionInput, HotspotPart, Hotspots>({
      title: 'hotspots',
      key: 'hotspots',
      collect: ({ stage, segments, minDurationNs }) =>
        collectHotspots(
          stage,
          minDurationNs > 0 ? collectKernelSegments(stage.columns, minDurationNs) : segments(),
          minDurationNs,
        ),
      merge: mergeHotspots,
      empty: { hotspots: [], kernelNameCount: 0 },
    }),
    kernelCategories: createFactSection({
      title: 'kernel categories',
      key: 'kernel_categories',
      collect: ({ segments }: SectionInput) => collectKernelCategories(segments()),
      merge: mergeKernelCategories,
      empty: [],
    }),
    shortKernels: createFactSection({
      title: 'short kernels',
      key: 'short_kernels',
      collect: ({ stage, segments }: SectionInput) => collectShortKernels(stage, segments()),
      merge: mergeShortKernels,
      empty: EMPTY_SHORT_KERNELS,
    }),
    warmup: createFactSection({
      title: 'warm-up',
      key: 'warmup',
      collect: ({ stage, segments }: SectionInput) => collectWarmup(stage, segments()),
      merge: mergeWarmup,
      empty: EMPTY_WARMUP,
    }),
  };
}
