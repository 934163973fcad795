import type { Diagnostic, TraceFilter } from '@perfxpert/tools';
import type { AnalyzeInput } from './analyze-input.js';
import type { Metadata } from './metadata-schema.js';

/** True where a filter leaves work of the trace out; `kernel` alone does not. */
export function isNarrowing({ kernel: _kernel, ...others }: TraceFilter): boolean {
  return Object.values(others).some((value) => value !== undefined);
}

/** `metadata.filters`: undefined for the report of a whole trace. */
export function describeFilters({ analysis_options: options }: AnalyzeInput): Metadata['filters'] {
  const { kernel = null, gpu = null, rank = null, from_ns = null, to_ns = null, roctx = null } = options?.filters ?? {};
  const filters = { kernel, gpu, rank, from_ns, to_ns, roctx };
  return Object.values(filters).every((value) => value === null) ? undefined : filters;
}

/** Says in every format that the report is about a part of the trace; nothing for a whole one. */
export function filterDiagnostics(filters: Metadata['filters'], hotspotCount: number): Diagnostic[] {
  if (filters === undefined) return [];
  const parts = [...workParts(filters), ...(filters.kernel === null ? [] : [`kernels that match ${filters.kernel}`])];
  const isEmpty = filters.kernel !== null && hotspotCount === 0;
  return [
    {
      code: 'FILTERED',
      severity: 'info',
      message: `This report is about a part of the trace: ${parts.join('; ')}.`,
      section: 'metadata',
      how_to_fix: null,
    },
    ...(isEmpty
      ? [
          {
            code: 'FILTER_MATCHES_NOTHING',
            severity: 'warning' as const,
            message: `No kernel of that part has a name that matches ${filters.kernel ?? ''}.`,
            section: 'hotspots',
            how_to_fix: 'Take a name out of the report without the filter.',
          },
        ]
      : []),
  ];
}

function workParts({ gpu, rank, from_ns: from, to_ns: to, roctx }: NonNullable<Metadata['filters']>): string[] {
  return [
    ...(rank === null ? [] : [`${rank.length === 1 ? 'rank' : 'ranks'} ${rank.join(', ')}`]),
    ...(gpu === null ? [] : [`${gpu.length === 1 ? 'GPU' : 'GPUs'} ${gpu.join(', ')}`]),
    ...(from === null && to === null ? [] : [`work that starts ${windowWords(from, to)}`]),
    ...(roctx === null ? [] : [`work launched inside marker ranges that match ${roctx}`]),
  ];
}

function windowWords(from: number | null, to: number | null): string {
  const begin = from === null ? '' : `at ${String(from)} ns or later`;
  const end = to === null ? '' : `before ${String(to)} ns`;
  return `${[begin, end].filter((part) => part !== '').join(' and ')}, counted from the first GPU work`;
}
