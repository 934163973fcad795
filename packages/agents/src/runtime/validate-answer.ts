import * as v from 'valibot';
import type { FieldsSchema } from './define-agent.js';
import { fieldName } from './field-name.js';

/** Fields in which a model writes drafts: anything passes here, and each draft is parsed strictly later. */
const DRAFT_FIELDS: readonly string[] = ['exploratory_proposals'];
const MAX_ISSUES = 10;

/** An answer that may be used, or what is wrong with it, one line per issue. */
export type ValidatedAnswer =
  | { readonly ok: true; readonly value: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly issues: readonly string[] };

/**
 * Holds a model's answer against the output of its agent: every field may be missing, none may be unknown, and those that
 * are there must be of their type. One violation refuses the whole answer.
 */
export function validateAnswer(outputSchema: FieldsSchema, answer: unknown): ValidatedAnswer {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
    return { ok: false, issues: ['the answer must be one JSON object'] };
  const result = v.safeParse(partialMirror(outputSchema), answer);
  if (result.success) return { ok: true, value: { ...result.output } };
  const issues = result.issues
    .slice(0, MAX_ISSUES)
    .map(
      (issue) =>
        `${fieldName(issue, 'answer')} must be ${issue.expected === 'never' ? 'absent' : (issue.expected ?? 'valid')}`,
    );
  return { ok: false, issues };
}

/** The output with every field optional, unknown keys forbidden, drafts unchecked; one level of objects likewise. */
function partialMirror(schema: FieldsSchema) {
  const entries = Object.entries(schema.entries).map(
    ([name, entry]) => [name, v.optional(mirrorOf(name, entry))] as const,
  );
  return v.strictObject(Object.fromEntries(entries));
}

function mirrorOf(name: string, entry: v.GenericSchema): v.GenericSchema {
  if (DRAFT_FIELDS.includes(name)) return v.unknown();
  const inner = unwrapped(entry);
  if (!hasDrafts(inner)) return entry;
  return partialMirror(inner);
}

function unwrapped(entry: v.GenericSchema): v.GenericSchema {
  return 'wrapped' in entry ? unwrapped(entry.wrapped as v.GenericSchema) : entry; // wrappers of valibot hold a schema there
}

function hasDrafts(entry: v.GenericSchema): entry is FieldsSchema {
  return 'entries' in entry && DRAFT_FIELDS.some((field) => Object.hasOwn(Object(entry.entries), field));
}
