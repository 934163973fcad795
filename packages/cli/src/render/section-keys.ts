/** Blocks that `--section` chooses from: keys of the report, and `timeline`, which only HTML draws. */
export const SECTION_KEYS = [
  'summary',
  'execution_breakdown',
  'timeline',
  'idle_causes',
  'steps',
  'recommendations',
  'exploratory_proposals',
  'trace_diff',
  'hotspots',
  'kernel_categories',
  'kernel_resources',
  'memory_analysis',
  'api_breakdown',
  'hardware_counters',
  'roofline',
  'att_trace',
  'ranks',
  'communication',
  'thermal',
  'short_kernels',
  'warmup',
  'tier0_findings',
  'diagnostics',
  'trace_quality',
  'metadata',
] as const;

export type SectionKey = (typeof SECTION_KEYS)[number];

/** Shorter names. */
const ALIASES: Readonly<Record<string, SectionKey>> = {
  verdict: 'summary',
  time: 'execution_breakdown',
  idle: 'idle_causes',
  first: 'recommendations',
  proposals: 'exploratory_proposals',
  baseline: 'trace_diff',
  kernels: 'hotspots',
  categories: 'kernel_categories',
  resources: 'kernel_resources',
  copies: 'memory_analysis',
  memory: 'memory_analysis',
  api: 'api_breakdown',
  counters: 'hardware_counters',
  att: 'att_trace',
  short: 'short_kernels',
  sources: 'tier0_findings',
  warnings: 'diagnostics',
  quality: 'trace_quality',
  inputs: 'metadata',
};

/** The section of a name or of a shorter name; undefined where there is none. */
export function sectionKeyOf(name: string): SectionKey | undefined {
  return SECTION_KEYS.find((key) => key === name) ?? (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined);
}

/** Sections that are drawn; undefined for all. */
export type ChosenSections = ReadonlySet<SectionKey> | undefined;

/** What every renderer may be told about sections. */
export interface SectionOptions {
  readonly sections?: ChosenSections;
}

/** What stays whatever is chosen: what the document is, and of what. */
const ALWAYS: readonly string[] = ['schema_version', 'metadata'];

/** The part of a report that JSON and CSV hold: the chosen keys. A part is no report any more. */
export function pickSections(report: object, chosen: ChosenSections): object {
  if (chosen === undefined) return report;
  const keys: ReadonlySet<string> = chosen;
  return Object.fromEntries(Object.entries(report).filter(([key]) => keys.has(key) || ALWAYS.includes(key)));
}
