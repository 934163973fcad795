import { defineTool, diagnosis, ExplanationSchema, RecommendationSchema } from '@perfxpert/tools';
import type { ToolContext } from '@perfxpert/tools';
import * as v from 'valibot';
import { DatabasePathSchema } from './database-path.js';

const MAX_ROWS = 5;
const MAX_GAPS = 3;
const { entries } = ExplanationSchema;
const figure = entries.figures.item.entries;
const finding = RecommendationSchema.entries;

export const ExplainFindingInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  finding_id: v.pipe(v.string(), v.minLength(1), v.description('Id of a recommendation, as analyze_trace lists it')),
});

export const ExplainFindingOutputSchema = v.object({
  finding: v.object({
    id: finding.id,
    title: finding.title,
    target: finding.target,
    issue: finding.issue,
    suggestion: finding.suggestion,
    actions: finding.actions,
    recoverable_ns: finding.recoverable_ns,
    verify: finding.verify,
  }),
  arithmetic: entries.arithmetic,
  figures: v.array(
    v.object({
      metric: figure.metric,
      value: figure.value,
      unit: figure.unit,
      tool: v.pipe(v.string(), v.description('Tool that recomputes it')),
      formula: figure.formula,
      recomputed: figure.recomputed,
      agrees: figure.agrees,
    }),
  ),
  rows: v.pipe(entries.rows, v.description('The longest rows behind it, at most 5')),
  row_count: entries.row_count,
  gaps: entries.gaps,
  rows_reason: entries.rows_reason,
});

type Input = v.InferOutput<typeof ExplainFindingInputSchema>;
type Output = v.InferOutput<typeof ExplainFindingOutputSchema>;

/** The proof of one recommendation without its long parts. @throws ToolError UNKNOWN_ID with the ids that exist */
export const explainFindingTool = defineTool({
  key: 'explain_finding',
  description:
    'The proof of one recommendation: the rows of the trace behind it with their times, the arithmetic of what it can ' +
    'save, and each figure computed again. Use when a recommendation of analyze_trace is doubted or has to be ' +
    'justified. Example: {"database_path": "trace.db", "finding_id": "ROCPD-MEMCPY-001"}.',
  toolClass: 'read_only',
  inputSchema: ExplainFindingInputSchema,
  outputSchema: ExplainFindingOutputSchema,
  run: explain,
});

async function explain(input: Input, context: ToolContext): Promise<Output> {
  const proof = await diagnosis.explainFinding(input, context);
  const { verify } = proof.finding;
  return {
    finding: {
      id: proof.finding.id,
      title: proof.finding.title,
      target: proof.finding.target,
      issue: proof.finding.issue,
      suggestion: proof.finding.suggestion,
      actions: proof.finding.actions,
      recoverable_ns: proof.finding.recoverable_ns,
      ...(verify === undefined ? {} : { verify }),
    },
    arithmetic: proof.arithmetic,
    figures: proof.figures.map(({ metric, value, unit, source, formula, recomputed, agrees }) => ({
      metric,
      value,
      unit,
      tool: source,
      formula,
      recomputed,
      agrees,
    })),
    rows: proof.rows.slice(0, MAX_ROWS),
    row_count: proof.row_count,
    gaps: proof.gaps.slice(0, MAX_GAPS),
    rows_reason: proof.rows_reason,
  };
}
