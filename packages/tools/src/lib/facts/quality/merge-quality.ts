import type { Diagnostic } from '../../../schemas/diagnostic.js';
import type { TraceQuality } from '../../../schemas/trace-quality.js';
import type { MergeContext } from '../merge-context.js';
import { qualityDiagnostics } from './quality-diagnostics.js';
import type { QualityPart } from './quality-part.js';

/** The data-quality part of a report, and a notice for each oddity that touches a figure. */
export interface QualityFacts {
  readonly quality: TraceQuality;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Adds up the processes. launch_calls and the links are null without any launch call, the links also where a process
 * with launch calls and dispatches records none. The trace is lossy if one of its processes is; missing_frac is missing
 * over expected dispatches of all processes, null where none could be checked. clock_offset_ns is the least of the
 * processes.
 *
 * @param duplicateFileCount input files that repeat a process: `Trace.duplicateFiles`, which are no part of a process.
 */
export function mergeQuality(
  parts: readonly QualityPart[],
  context: MergeContext,
  duplicateFileCount = 0,
): QualityFacts {
  const sum = (countOf: (part: QualityPart) => number): number =>
    parts.reduce((total, part) => total + countOf(part), 0);
  const launching = parts.filter(({ launchCalls }) => launchCalls > 0);
  const linkSum = (countOf: (part: QualityPart) => number | null): number | null => {
    const counts = launching.map(countOf).filter((count) => count !== null);
    return launching.length === 0 || counts.length < launching.length ? null : counts.reduce((a, b) => a + b, 0);
  };
  const nullTimes = sum((part) => part.nullTimes);
  const negativeDurations = sum((part) => part.negativeDurations);
  const expected = sum((part) => part.expectedDispatches);
  const missing = sum((part) => part.missingDispatches);
  const offsets = parts.map(({ clockOffsetNs }) => clockOffsetNs).filter((offset) => offset !== null);
  const quality: TraceQuality = {
    processes: context.processes.length,
    dispatches: sum((part) => part.dispatches),
    copies: sum((part) => part.copies),
    api_calls: sum((part) => part.apiCalls),
    markers: sum((part) => part.markers),
    unclosed_markers: sum((part) => part.closedMarkers),
    other_regions: sum((part) => part.otherRegions),
    total_kernel_ns: sum((part) => part.totalKernelNs),
    dropped_intervals: nullTimes + negativeDurations,
    null_times: nullTimes,
    negative_durations: negativeDurations,
    zero_duration_dispatches: sum((part) => part.zeroDurationDispatches),
    unnamed_kernels: sum((part) => part.unnamedKernels),
    dispatches_without_grid: sum((part) => part.dispatchesWithoutGrid),
    unknown_size_copies: sum((part) => part.unknownSizeCopies),
    host_copies: sum((part) => part.hostCopies),
    zero_length_api_calls: sum((part) => part.zeroLengthApiCalls),
    bad_extdata: sum((part) => part.badExtdata),
    launch_calls: launching.length === 0 ? null : sum((part) => part.launchCalls),
    launches_without_dispatch: linkSum((part) => part.launchesWithoutDispatch),
    dispatches_without_launch: linkSum((part) => part.dispatchesWithoutLaunch),
    lossy: parts.some((part) => part.isLossy),
    missing_frac: expected === 0 ? null : missing / expected,
    clock_offset_ns: offsets.length === 0 ? null : offsets.reduce((least, offset) => Math.min(least, offset)),
    duplicate_files: duplicateFileCount,
  };
  return { quality, diagnostics: qualityDiagnostics(quality, parts) };
}
