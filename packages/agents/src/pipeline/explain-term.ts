import { ToolError } from '@perfxpert/tools/analysis';
import type { TermExplanation } from '@perfxpert/tools';
import { reportFields } from './report-fields.js';
import type { ReportField } from './report-fields.js';

/** Units by the end of a name. */
const UNITS: readonly (readonly [ending: string, unit: string])[] = [
  ['_ns', 'nanoseconds'],
  ['_us', 'microseconds'],
  ['_ms', 'milliseconds'],
  ['_bytes', 'bytes'],
  ['_gbps', 'GB/s (10^9 bytes a second)'],
  ['_hz', 'hertz'],
  ['_pct', 'percent, 0 to 100'],
  ['_frac', 'fraction, 0 to 1'],
  ['_rate', 'fraction, 0 to 1'],
];

/**
 * What a word of a report means, without a trace: a counter, a metric, a rule, a technique, or a field of the report
 * (`api_exposed_ns`, `hotspots[].percent_of_total`).
 *
 * @throws ToolError UNKNOWN_ID with names that look like it
 */
export async function explainTerm(term: string): Promise<TermExplanation> {
  // Not at the start: the declarations of all tools take longer to load than a small trace.
  const tools = await import('@perfxpert/tools');
  const known = tools.explainTerm(term);
  if (known !== null) return known;
  const fields = reportFields();
  const found = fieldsNamed(term, fields);
  if (found.length > 0) return explainField(term, found);
  const near = tools.nearestTerms(term, [...tools.explainableTerms(), ...fields.keys()]);
  const advice = near.length === 0 ? '' : `; perhaps ${near.join(', ')}`;
  throw new ToolError(
    'UNKNOWN_ID',
    `${term}: no metric, counter, rule, technique, driver or field of that name${advice}`,
    {
      field: 'term',
      nearest: near,
    },
  );
}

function fieldsNamed(term: string, fields: ReadonlyMap<string, readonly ReportField[]>): readonly ReportField[] {
  const wanted = term.replace(/\[\d*\]/g, '[]');
  const name = wanted.split('.').at(-1)?.replace(/\[\]$/, '') ?? '';
  const own = fields.get(name) ?? [];
  return wanted === name ? own : own.filter(({ path }) => path.replaceAll('[]', '') === wanted.replaceAll('[]', ''));
}

function explainField(term: string, fields: readonly ReportField[]): TermExplanation {
  const descriptions = [...new Set(fields.map(({ description }) => description))];
  const unit = UNITS.find(([ending]) => term.endsWith(ending))?.[1] ?? null;
  const isOne = descriptions.length === 1;
  return {
    term,
    kind: 'field',
    text: isOne ? `${descriptions[0] ?? ''}.` : 'A field of several sections of the report.',
    unit,
    facts: fields.map(({ path, description }) => ({ name: path, value: isOne ? 'has this' : description })),
  };
}
