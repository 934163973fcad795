import { PROVIDER_NAMES } from '@perfxpert/providers';
import * as v from 'valibot';

/** What a performance problem can be; the same list as that of the report. */
export const BOTTLENECK_TYPES = [
  'compute',
  'memory_transfer',
  'latency',
  'api_overhead',
  'mixed',
  'data_insufficient',
] as const;
export type BottleneckType = (typeof BOTTLENECK_TYPES)[number];

/** A text with its meaning. */
export const words = (description: string) => v.pipe(v.string(), v.description(description));
/** A text that may not be empty. */
export const named = (description: string) => v.pipe(v.string(), v.minLength(1), v.description(description));
/** 0 to 1. */
export const share = (description: string) =>
  v.pipe(v.number(), v.minValue(0), v.maxValue(1), v.description(`${description}, fraction 0..1`));
/** Any JSON object. */
export const openObject = (description: string) =>
  v.pipe(v.record(v.string(), v.unknown()), v.description(description));
/** Any JSON objects. */
export const openObjects = (description: string) => v.pipe(v.array(openObjectItem()), v.description(description));

function openObjectItem() {
  return v.record(v.string(), v.unknown());
}

/** A trace: a file or folder, or several that belong together. */
export const tracePath = (description: string) =>
  v.pipe(
    v.union([named('Path'), v.pipe(v.array(named('Path')), v.minLength(1))]),
    v.description(`${description}; a list: files that belong together`),
  );

/** What every agent takes beside its own input. */
export const CALL_ENTRIES = {
  provider: v.optional(
    v.nullable(
      v.pipe(
        v.picklist(PROVIDER_NAMES),
        v.description('Language model service for the words; none: no model is asked'),
      ),
    ),
  ),
  airgap: v.optional(
    v.pipe(v.boolean(), v.description('True: no model, no socket; false leaves it to the environment')),
    false,
  ),
  session_id: v.optional(
    v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(200), v.description('Session to go on with'))),
  ),
};

/** The common shape of an agent that takes one `input` object. */
export function wrappedInput<TSchema extends v.GenericSchema>(input: TSchema) {
  return v.strictObject({ input: v.pipe(input, v.description('What the agent works on')), ...CALL_ENTRIES });
}

/** What a run adds to any answer of an agent. */
export const RESULT_ENTRIES = {
  metadata: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description('How the answer came about: provider, model, usage, session, evidence'),
  ),
  warnings: v.optional(v.pipe(v.array(v.string()), v.description('CODE: what, and what to do'))),
};
