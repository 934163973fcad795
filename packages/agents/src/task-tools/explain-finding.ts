import { defineTool, diagnosis, ExplanationSchema } from '@perfxpert/tools';
import * as v from 'valibot';
import { DatabasePathSchema } from './database-path.js';

export const ExplainFindingInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  finding_id: v.pipe(v.string(), v.minLength(1), v.description('Id of a recommendation, as analyze_trace lists it')),
});

/** The proof of one recommendation. @throws ToolError UNKNOWN_ID with the ids that exist */
export const explainFindingTool = defineTool({
  key: 'explain_finding',
  description:
    'The proof of one recommendation: the rows of the trace behind it with their times, the arithmetic of what it can ' +
    'save, and each figure computed again. Use when a recommendation of analyze_trace is doubted or has to be ' +
    'justified. Example: {"database_path": "trace.db", "finding_id": "ROCPD-MEMCPY-001"}.',
  toolClass: 'read_only',
  inputSchema: ExplainFindingInputSchema,
  outputSchema: ExplanationSchema,
  run: (input, context) => diagnosis.explainFinding(input, context),
});
