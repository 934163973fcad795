import type { Diagnostic } from '../../../schemas/diagnostic.js';
import { compareText } from '../../text/compare-text.js';
import type { TraceQuality } from '../../../schemas/trace-quality.js';
import type { QualityPart } from './quality-part.js';

/** A notice and when it is given. */
type Rule = readonly [holds: boolean, notice: Diagnostic];

/** Columns with bad values that a notice names. */
const MOST_FIELDS = 5;
const RECORD_ALL =
  'Record again with kernel, copy and HIP API tracing on: rocprofv3 --kernel-trace --memory-copy-trace --hip-trace -- <application>.';
const END_NORMALLY = 'let the application end normally, so that the profiler can write all of its buffers';

/**
 * Notices about a trace, in a fixed order: what it lacks as a whole, what was lost or left out, what is odd. Codes are
 * stable; an oddity that is 0 has no notice. Each message holds its number.
 */
export function qualityDiagnostics(quality: TraceQuality, parts: readonly QualityPart[]): Diagnostic[] {
  const rules = [...absences(quality, parts), ...losses(quality, parts), ...oddities(quality, parts)];
  return rules.flatMap(([holds, notice]) => (holds ? [notice] : []));
}

function absences(quality: TraceQuality, parts: readonly QualityPart[]): Rule[] {
  const gpuRows = quality.dispatches + quality.copies;
  const hostRows = quality.api_calls + quality.markers + quality.other_regions;
  const samples = total(parts, (part) => part.samples);
  const launches = quality.launch_calls ?? 0;
  return [
    [
      gpuRows + hostRows === 0,
      warning(
        'NO_ACTIVITY',
        `No activity recorded: no dispatches, copies, API calls or markers; samples: ${samples}.`,
        null,
        RECORD_ALL,
      ),
    ],
    [
      gpuRows === 0 && hostRows > 0,
      warning(
        'NO_GPU_ACTIVITY',
        `No dispatch and no copy recorded, beside API calls: ${quality.api_calls}, markers: ${quality.markers}. Figures of the GPU are missing.`,
        'execution_breakdown',
        `The work may have run in a child process that was not recorded. ${RECORD_ALL}`,
      ),
    ],
    [
      quality.dispatches === 0 && launches > 0,
      warning(
        'LAUNCHES_WITHOUT_GPU_DATA',
        `Launch calls: ${launches}, dispatches: 0. The trace is incomplete.`,
        'execution_breakdown',
        `Record with kernel tracing on (rocprofv3 --kernel-trace), and ${END_NORMALLY}.`,
      ),
    ],
    [
      gpuRows > 0 && quality.api_calls === 0,
      info(
        'NO_API_DATA',
        'No API calls recorded: launch latency, waiting and queueing are unknown.',
        'api_breakdown',
        'Record with HIP tracing on (rocprofv3 --hip-trace) to see what the host did while the GPU was idle.',
      ),
    ],
  ];
}

function losses(quality: TraceQuality, parts: readonly QualityPart[]): Rule[] {
  const missing = total(parts, (part) => part.missingDispatches);
  const expected = total(parts, (part) => part.expectedDispatches);
  const lossy = parts.filter((part) => part.isLossy).length;
  const isMostlyZero = 2 * quality.zero_duration_dispatches > quality.dispatches;
  const offsetNs = -(quality.clock_offset_ns ?? 0);
  const early = total(parts, (part) => part.earlyDispatches);
  const launched = total(parts, (part) => part.launchedDispatches);
  return [
    [
      quality.lossy && quality.dispatches > 0,
      warning(
        'LOSSY_TRACE',
        `About ${percentText(missing, expected)} % of the dispatches are missing: ${missing} of ${expected} that could be checked, in ${lossy} of ${parts.length} processes. Idle time and utilisation can't be trusted.`,
        'execution_breakdown',
        `Record a shorter part of the program or use larger buffers, and ${END_NORMALLY}.`,
      ),
    ],
    [
      quality.null_times > 0,
      warning(
        'NULL_TIMES',
        `Rows left out for want of a start or end: ${quality.null_times}.`,
        'execution_breakdown',
        `The recording may have been cut off; ${END_NORMALLY}.`,
      ),
    ],
    [
      quality.negative_durations > 0,
      warning(
        'NEGATIVE_DURATIONS',
        `Rows left out because they end before they start: ${quality.negative_durations}.`,
        'execution_breakdown',
        'Record again; if it persists, look for clock errors in the system log.',
      ),
    ],
    [
      isMostlyZero,
      warning(
        'MOST_DURATIONS_ZERO',
        `Dispatches of zero length: ${quality.zero_duration_dispatches} of ${quality.dispatches}. Nothing can be said about time.`,
        'execution_breakdown',
        'The times were rounded on the way; use the file as the profiler wrote it.',
      ),
    ],
    [
      !isMostlyZero && quality.zero_duration_dispatches > 0,
      info(
        'ZERO_DURATION_DISPATCHES',
        `Dispatches of zero length, counted as calls without time: ${quality.zero_duration_dispatches}.`,
        'hotspots',
      ),
    ],
    [
      quality.clock_offset_ns !== null,
      warning(
        'CLOCK_OFFSET',
        `Dispatches that start before their launch call: ${early} of ${launched}, by up to ${offsetNs} ns. The clocks of host and GPU disagree; exposed API time and launch latency are off by as much.`,
        'api_breakdown',
        'Times of kernels and copies among themselves are not affected. Record again after reloading the driver.',
      ),
    ],
  ];
}

function oddities(quality: TraceQuality, parts: readonly QualityPart[]): Rule[] {
  const unlinked = quality.launches_without_dispatch ?? 0;
  const captured = total(parts, (part) => part.capturedLaunches);
  const copying = total(parts, (part) => part.copyLaunches);
  const cut = total(parts, (part) => part.cutLaunches);
  const dangling = quality.dispatches_without_launch ?? 0;
  const zeroCopies = total(parts, (part) => part.zeroDurationCopies);
  const badValues = badValuesOf(parts);
  const badValueCount = badValues.reduce((sum, [, count]) => sum + count, 0);
  const zeroMarkers = total(parts, (part) => part.zeroLengthMarkers);
  const unnamedRegions = total(parts, (part) => part.unnamedRegions);
  return [
    [
      unlinked > 0 && quality.dispatches > 0,
      info(
        'LAUNCHES_WITHOUT_DISPATCH',
        `Launch calls without a dispatch: ${unlinked} of ${quality.launch_calls ?? 0}; recorded into a graph: ${captured}, with a copy instead: ${copying}, perhaps run after the end of the recording: ${cut}, other: ${unlinked - captured - copying - cut}.`,
        'api_breakdown',
      ),
    ],
    [
      dangling > 0,
      info(
        'DISPATCHES_WITHOUT_LAUNCH',
        `Dispatches that name no recorded call: ${dangling} of ${quality.dispatches}. Their launch latency is unknown.`,
        'api_breakdown',
      ),
    ],
    [
      quality.unnamed_kernels > 0,
      info(
        'UNNAMED_KERNELS',
        `Dispatches of kernels without a name, listed under placeholders: ${quality.unnamed_kernels}.`,
        'hotspots',
      ),
    ],
    [
      quality.dispatches_without_grid > 0,
      info(
        'DISPATCHES_WITHOUT_GRID',
        `Dispatches without launch parameters, left out of occupancy and grid figures: ${quality.dispatches_without_grid} of ${quality.dispatches}.`,
        'kernel_resources',
      ),
    ],
    [
      quality.unknown_size_copies > 0,
      info(
        'UNKNOWN_SIZE_COPIES',
        `Copies of unknown size, left out of bytes and bandwidth: ${quality.unknown_size_copies} of ${quality.copies}.`,
        'memory_analysis',
      ),
    ],
    [
      zeroCopies > 0,
      info(
        'ZERO_DURATION_COPIES',
        `Copies of zero length, left out of bytes and bandwidth: ${zeroCopies} of ${quality.copies}.`,
        'memory_analysis',
      ),
    ],
    [
      zeroMarkers > 0 && zeroMarkers === quality.markers,
      warning(
        'MARKERS_WITHOUT_LENGTH',
        `Markers of zero length: all ${zeroMarkers}. They show no steps of the program and no work of the host.`,
        'steps',
        'Mark ranges (roctxRangePush and roctxRangePop) instead of points, and record them with rocprofv3 --marker-trace.',
      ),
    ],
    [
      quality.unclosed_markers > 0,
      info(
        'MARKERS_NOT_CLOSED',
        `${quality.unclosed_markers} ${quality.unclosed_markers === 1 ? 'marker has no end; it' : 'markers have no end; each'} was closed at the last event of its thread.`,
        'steps',
      ),
    ],
    [
      quality.host_copies > 0,
      info(
        'HOST_COPIES',
        `Copies without a GPU at either end, part of no breakdown of time: ${quality.host_copies} of ${quality.copies}.`,
        'execution_breakdown',
      ),
    ],
    [
      quality.zero_length_api_calls > 0,
      info(
        'ZERO_LENGTH_API_CALLS',
        `API calls of zero length, recorded without a name and not listed: ${quality.zero_length_api_calls}.`,
        'api_breakdown',
      ),
    ],
    [
      quality.bad_extdata > 0,
      warning(
        'BAD_EXTDATA',
        `Texts of extra data that are no valid JSON: ${quality.bad_extdata}. What they say about processes and devices is unknown.`,
        null,
        'Use the file as the profiler wrote it.',
      ),
    ],
    [
      badValueCount > 0,
      warning(
        'BAD_VALUES',
        `Values that are no number where one belongs, read as unknown: ${badValueCount} (${fieldsText(badValues)}).`,
        null,
        'Use the file as the profiler wrote it.',
      ),
    ],
    [
      unnamedRegions > 0,
      warning(
        'UNNAMED_REGIONS',
        `Regions whose name is missing, so that they count as no API call: ${unnamedRegions} of ${quality.api_calls + quality.markers + quality.other_regions}.`,
        'api_breakdown',
        'The texts of the file are incomplete; use the file as the profiler wrote it.',
      ),
    ],
    [
      quality.duplicate_files > 0,
      info(
        'DUPLICATE_FILES',
        `Input files that repeat a process already read, counted once: ${quality.duplicate_files}.`,
        null,
      ),
    ],
  ];
}

/** Bad values of all processes by field, most first, then by name. */
function badValuesOf(parts: readonly QualityPart[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const [field, count] of parts.flatMap(({ badValues }) => badValues))
    counts.set(field, (counts.get(field) ?? 0) + count);
  return [...counts].sort(([fieldA, a], [fieldB, b]) => b - a || compareText(fieldA, fieldB));
}

function fieldsText(badValues: readonly (readonly [string, number])[]): string {
  const named = badValues.slice(0, MOST_FIELDS).map(([field, count]) => `${field} ${count}`);
  const more = badValues.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more columns`] : [])].join(', ');
}

function warning(code: string, message: string, section: string | null, howToFix: string): Diagnostic {
  return { code, severity: 'warning', message, section, how_to_fix: howToFix };
}

function info(code: string, message: string, section: string | null, howToFix: string | null = null): Diagnostic {
  return { code, severity: 'info', message, section, how_to_fix: howToFix };
}

function total(parts: readonly QualityPart[], countOf: (part: QualityPart) => number): number {
  return parts.reduce((sum, part) => sum + countOf(part), 0);
}

/** Whole percents, or one digit below 10. */
function percentText(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (100 * part) / whole;
  return percent.toFixed(percent < 10 ? 1 : 0);
}
