import type { Report } from '@perfxpert/agents';

type Recommendation = Report['recommendations'][number];

/** Section whose rows a tool's figures are in, by the module of its key. */
const SECTION_OF_MODULE: Readonly<Record<string, string>> = {
  trace_analysis: 'kernels',
  rccl_analysis: 'communication',
  counters: 'counters',
  roofline: 'roofline',
  memory: 'copies',
  idle: 'idle',
  diagnosis: 'time',
  att: 'att',
  occupancy: 'kernels',
};
const SECTION_OF_TOOL: Readonly<Record<string, string>> = {
  'trace_analysis.time_breakdown': 'time',
  'trace_analysis.memory_copies': 'copies',
  'trace_analysis.api_overhead': 'api',
};

/** Anchor of the section that shows what a tool call computes; null where no section is known. */
export function sectionOfSource(source: string): string | null {
  const key = /^[a-z0-9_]+\.[a-z0-9_]+/.exec(source)?.[0] ?? '';
  return SECTION_OF_TOOL[key] ?? SECTION_OF_MODULE[key.split('.')[0] ?? ''] ?? null;
}

/** Kind of time that a recommendation acts on, by its category. */
export function fillOfFinding({ category }: Recommendation): string {
  if (/communication|rccl|rank/i.test(category)) return 'fill-comm';
  if (/transfer|copy/i.test(category)) return 'fill-copy';
  if (/launch|api|sync|latency|idle|allocation|compile/i.test(category)) return 'fill-api';
  return 'fill-compute';
}
