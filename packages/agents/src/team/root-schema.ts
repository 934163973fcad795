import * as v from 'valibot';
import { AnalyzeInputSchema } from '../pipeline/analyze-input.js';
import { BOTTLENECK_TYPES, CALL_ENTRIES, openObject, openObjects, tracePath, words } from './agent-common.js';

/** What Root is asked when nobody asks anything. */
export const DEFAULT_QUERY = 'Analyze this GPU performance trace.';

export const RootInputSchema = v.strictObject({
  user_query: v.optional(
    v.pipe(v.string(), v.maxLength(100_000), v.description('Question of the user')),
    DEFAULT_QUERY,
  ),
  database_path: v.optional(v.nullable(tracePath('Trace to analyse'))),
  source_dir: v.optional(v.nullable(v.pipe(v.string(), v.minLength(1), v.description('Folder of the sources')))),
  ...CALL_ENTRIES,
  intent_hint: v.optional(
    v.nullable(v.pipe(v.string(), v.maxLength(64), v.description('analyze, optimize, verify, explain or help'))),
  ),
  analysis_options: v.optional(
    v.pipe(AnalyzeInputSchema.entries.analysis_options.wrapped, v.description('What the report looks at')),
    {},
  ),
});

export const RootOutputSchema = v.strictObject({
  narrative: words('The result in a few sentences'),
  recommendations: openObjects('Vetted entries in order'),
  primary_bottleneck: v.picklist(BOTTLENECK_TYPES),
  warnings: v.optional(v.pipe(v.array(v.string()), v.description('CODE: what, and what to do')), []),
  metadata: v.optional(openObject('Inputs, routing, provider, usage'), {}),
});

export type RootInput = v.InferOutput<typeof RootInputSchema>;
export type RootOutput = v.InferOutput<typeof RootOutputSchema>;
