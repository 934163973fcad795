import { computeFacts, countText, numberText, openTrace } from '@perfxpert/tools/analysis';
import type { TraceFacts } from '@perfxpert/tools';

/** One thing that was looked at in a trace. */
export interface TraceCheck {
  /** Stable name, for programs. */
  readonly name: string;
  /** `fail`: figures of a report would be wrong or missing. `warn`: a reservation. */
  readonly status: 'ok' | 'warn' | 'fail';
  readonly text: string;
}

export interface ValidateOptions {
  readonly signal?: AbortSignal;
  readonly progressCallback?: (stage: string) => void;
}

/**
 * Reads a trace to its end and says what can be relied on: layout, schema, links, clocks, what was left out.
 *
 * @throws errors with a `code` for a trace that cannot be read (see `analyzeTrace`)
 */
export async function validateTrace(paths: readonly string[], options: ValidateOptions = {}): Promise<TraceCheck[]> {
  const trace = openTrace([...paths]);
  try {
    const facts = await computeFacts(trace, options);
    return [
      ...fileChecks(facts),
      ...contentChecks(facts),
      ...linkChecks(facts),
      ...clockChecks(facts),
      ...notices(facts),
    ];
  } finally {
    trace.close();
  }
}

function fileChecks({ trace, processes }: TraceFacts): TraceCheck[] {
  const files = trace.files.map(({ path, layout, schemaVersions }): TraceCheck => {
    const versions = schemaVersions.length === 0 ? 'no schema version recorded' : `schema ${schemaVersions.join(', ')}`;
    return { name: 'layout', status: 'ok', text: `${path}: layout ${layout}, ${versions}, readable to the end` };
  });
  const duplicates = trace.duplicateFiles.map((path): TraceCheck => ({
    name: 'duplicate',
    status: 'warn',
    text: `${path} repeats a process that another file has; it is read once`,
  }));
  return [
    ...files,
    ...duplicates,
    { name: 'processes', status: 'ok', text: countText(processes.length, 'process', 'processes') },
  ];
}

function contentChecks({ traceQuality: quality }: TraceFacts): TraceCheck[] {
  const { dispatches, copies, api_calls: calls, markers } = quality;
  const counts = [
    countText(dispatches, 'dispatch', 'dispatches'),
    countText(copies, 'copy', 'copies'),
    countText(calls, 'API call'),
    countText(markers, 'marker'),
  ].join(', ');
  const hasWork = dispatches + copies > 0;
  const odd: readonly (readonly [name: string, count: number, text: string])[] = [
    ['null_times', quality.null_times, 'rows left out without a usable start or end'],
    ['negative_durations', quality.negative_durations, 'rows left out that end before they start'],
    ['zero_duration', quality.zero_duration_dispatches, 'dispatches of no length'],
    ['unnamed_kernels', quality.unnamed_kernels, 'dispatches without a kernel name'],
    ['no_grid', quality.dispatches_without_grid, 'dispatches without launch parameters'],
    ['unknown_size', quality.unknown_size_copies, 'copies of unknown size'],
    ['bad_extdata', quality.bad_extdata, 'extra-data texts that are no JSON'],
  ];
  return [
    hasWork
      ? { name: 'content', status: 'ok', text: counts }
      : { name: 'content', status: 'fail', text: `no GPU work: ${counts}; record with kernel tracing on` },
    ...odd.filter(([, count]) => count > 0).map(([name, count, text]) => warn(name, `${text}: ${numberText(count)}`)),
  ];
}

function linkChecks({ traceQuality: quality }: TraceFacts): TraceCheck[] {
  if (quality.launch_calls === null)
    return [warn('links', 'no launch calls: idle time cannot be explained; record the HIP API too')];
  const { dispatches_without_launch: orphans, launches_without_dispatch: lost, missing_frac: missing } = quality;
  if (quality.lossy) {
    const share = missing === null ? '' : `, an estimated ${(100 * missing).toFixed(1)}%`;
    return [{ name: 'links', status: 'fail', text: `dispatches were lost in recording${share}; record again` }];
  }
  const loose = [
    ...(lost === null || lost === 0 ? [] : [`${countText(lost, 'launch call')} without a dispatch`]),
    ...(orphans === null || orphans === 0
      ? []
      : [`${countText(orphans, 'dispatch', 'dispatches')} without a launch call`]),
  ];
  if (loose.length > 0) return [warn('links', loose.join(', '))];
  return [
    { name: 'links', status: 'ok', text: `${countText(quality.launch_calls, 'launch call')}, each with its dispatch` },
  ];
}

function clockChecks({ traceQuality: { clock_offset_ns: offset } }: TraceFacts): TraceCheck[] {
  if (offset === null || offset === 0)
    return [{ name: 'clocks', status: 'ok', text: 'no kernel starts before its launch' }];
  return [
    warn(
      'clocks',
      `kernels start up to ${numberText(Math.abs(offset))} ns before their launch: clocks of host and device disagree`,
    ),
  ];
}

/** What the reader itself noticed, other than what is counted above. */
function notices({ diagnostics }: TraceFacts): TraceCheck[] {
  return diagnostics
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, severity, message }) => ({
      name: code.toLowerCase(),
      status: severity === 'error' ? ('fail' as const) : ('warn' as const),
      text: message,
    }));
}

function warn(name: string, text: string): TraceCheck {
  return { name, status: 'warn', text };
}
