/** Any JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Fields of a recommendation that say what it is about. Metrics that it cites as evidence are no advice. */
export const ADVICE_FIELDS = [
  ...[
    'name',
    'title',
    'id',
    'rule_id',
    'technique',
    'technique_id',
    'prediction_id',
    'category',
    'type',
    'kind',
    'subtype',
  ],
  ...['issue', 'summary', 'suggestion', 'description', 'target', 'kernel', 'kernel_name', 'subject', 'actions'],
  ...['estimated_impact', 'rationale', 'predicted_rationale', 'driver'],
];
/** Fields that may name the guilty one. */
export const PLACE_FIELDS = [
  ...['target', 'kernel', 'kernel_name', 'subject', 'name', 'title', 'issue', 'evidence', 'suggestion', 'summary'],
  'description',
];
/** Fields that show what a recommendation is mainly about. */
export const SUBJECT_FIELDS = ['name', 'title', 'id', 'category', 'type', 'issue', 'summary', 'target', 'kernel'];
const ID_FIELDS = ['id', 'name', 'technique', 'technique_id', 'rule_id', 'prediction_id'];

/** Whether a value is an object with fields. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** All text of some fields, in lower case, white space made single. */
export function textOf(advice: Json, fields: readonly string[]): string {
  const parts = fields.filter((field) => field in advice).map((field) => flatten(advice[field]));
  return parts.join(' ').replace(/\s+/g, ' ').toLowerCase();
}

/** The ids of a recommendation, in the form that they are compared in. */
export function idsOf(advice: Json): string[] {
  return ID_FIELDS.flatMap((field) => {
    const value = advice[field];
    return typeof value === 'string' ? [normalised(value)] : [];
  });
}

/** Letters and digits in lower case, everything else as single underscores. */
export function normalised(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/** A number of a box of the report, null where it is none. */
export function numberOf(box: unknown, field: string): number | null {
  const value = isJson(box) ? box[field] : undefined;
  return typeof value === 'number' ? value : null;
}

/** A range of factors that a recommendation predicts. */
export interface PredictedRange {
  /** Whether it is about the whole program, or about what the recommendation changes. */
  readonly of: 'program' | 'any';
  readonly low: number;
  readonly high: number;
}

/** The predicted range of a recommendation; null without one. */
export function rangeOf(advice: Json): PredictedRange | null {
  for (const [field, of] of [
    ['predicted_program_speedup_range', 'program'],
    ['predicted_impact_range', 'any'],
  ] as const) {
    const value = advice[field];
    if (!Array.isArray(value) || value.length !== 2) continue;
    const [low, high]: unknown[] = value;
    if (typeof low === 'number' && typeof high === 'number') return { of, low, high };
  }
  return null;
}

function flatten(value: unknown): string {
  if (Array.isArray(value)) return value.map(flatten).join(' ');
  if (isJson(value)) return Object.values(value).map(flatten).join(' ');
  return value === null || value === undefined ? '' : String(value);
}
