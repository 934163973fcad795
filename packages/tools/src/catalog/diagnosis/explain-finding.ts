import * as v from 'valibot';
import { calculationsOf } from '../../lib/explain/calculations.js';
import { collectRows } from '../../lib/explain/collect-rows.js';
import { inDiagnosis } from '../../lib/explain/figures-of-diagnosis.js';
import { inBreakdown, inCollectives, inHotspots, inThermal } from '../../lib/explain/figures-of-tools.js';
import { proofSubject } from '../../lib/explain/proof-subject.js';
import type { ProofSubject } from '../../lib/explain/proof-subject.js';
import { proveFigures } from '../../lib/explain/prove-figures.js';
import type { FigureSource } from '../../lib/explain/prove-figures.js';
import { printable } from '../../lib/diagnosis/printable.js';
import { DatabasePathSchema } from '../../schemas/database-path.js';
import { ExplanationSchema } from '../../schemas/explanation.js';
import type { Explanation } from '../../schemas/explanation.js';
import type { Recommendation } from '../../schemas/recommendation.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { ToolError } from '../../tool/tool-errors.js';
import { withTrace } from '../../tool/with-trace.js';
import { analyzeThermal, analyzeThermalTool } from '../gpu-runtime-monitor/analyze-thermal.js';
import { parseAmdSmiJsonTool } from '../gpu-runtime-monitor/parse-amd-smi-json.js';
import { parseRocmSmiJsonTool } from '../gpu-runtime-monitor/parse-rocm-smi-json.js';
import { analyzeCollectivesTool } from '../rccl-analysis/analyze-collectives.js';
import { hotspotsTool } from '../trace-analysis/hotspots.js';
import { timeBreakdownTool } from '../trace-analysis/time-breakdown.js';
import { diagnoseTraceTool } from './diagnose-trace.js';
import type { DiagnoseTrace } from './diagnose-trace.js';

export const ExplainFindingInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  finding_id: v.pipe(v.string(), v.minLength(1), v.description('Id of a recommendation, as the report has it')),
});

export type ExplainFindingInput = ReadonlyInput<v.InferInput<typeof ExplainFindingInputSchema>>;
type Input = v.InferOutput<typeof ExplainFindingInputSchema>;

/** As many kernels as the tools may list: a finding can be about one beyond the usual ten. */
const TOP_KERNELS = 1000;
const MAX_SHOWN_CHARACTERS = 80;

/**
 * The proof of one finding: the longest rows of the trace behind it, the arithmetic of its bound, and each figure of its
 * evidence computed again by the tool call that its source names. The diagnosis is made anew from the trace, so that an
 * id is known exactly if the report of the same trace has it.
 *
 * @throws ToolError UNKNOWN_ID with the ids that exist, INVALID_ARGUMENT, CANCELLED; RocpdError for a trace that cannot
 * be read.
 */
export function explainFinding(input: ExplainFindingInput, options: ToolOptions = {}): Promise<Explanation> {
  return callTool(explainFindingTool, input, options);
}

export const explainFindingTool = defineTool({
  key: 'diagnosis.explain_finding',
  description:
    'The proof of one recommendation of a rocpd trace, by its id: the rows behind it with their absolute times, the ' +
    'arithmetic of what it can save, and each figure of its evidence with the tool call that recomputes it and its ' +
    'result. Use after diagnose_trace, when a finding is doubted. ' +
    'Example: database_path "trace.db", finding_id "ROCPD-MEMCPY-001".',
  toolClass: 'read_only',
  inputSchema: ExplainFindingInputSchema,
  outputSchema: ExplanationSchema,
  run: explain,
});

async function explain(input: Input, context: ToolContext): Promise<Explanation> {
  const diagnosis = await diagnoseTraceTool.run(
    { database_path: input.database_path, top_kernels: TOP_KERNELS },
    context,
  );
  const finding = findingOf(diagnosis, input.finding_id);
  const subject = proofSubject(finding);
  const { rows, rowCount } = await withTrace(context, input.database_path, (trace) =>
    collectRows(trace, subject, context),
  );
  const gaps = subject.isAboutGaps ? gapsOf(diagnosis) : [];
  return {
    database_path: typeof input.database_path === 'string' ? [input.database_path] : [...input.database_path],
    finding,
    arithmetic: calculationsOf(finding, diagnosis.execution_breakdown?.wall_ns ?? null),
    figures: proveFigures(finding, await sourcesOf(finding, diagnosis, input, context)),
    rows: [...rows],
    row_count: rowCount,
    gaps,
    rows_reason: rows.length + gaps.length > 0 ? null : whyNoRows(subject),
  };
}

function findingOf({ recommendations }: DiagnoseTrace, id: string): Recommendation {
  const finding = recommendations.find((candidate) => candidate.id === id);
  if (finding !== undefined) return finding;
  const shown = printable(id.slice(0, MAX_SHOWN_CHARACTERS));
  const known = recommendations.map((candidate) => candidate.id);
  const list = known.length === 0 ? 'this trace has no findings' : `this trace has ${known.join(', ')}`;
  throw new ToolError('UNKNOWN_ID', `No finding ${shown}; ${list}.`, { id: shown, known });
}

/** The tools behind the evidence of a finding, each called once. */
async function sourcesOf(
  finding: Recommendation,
  diagnosis: DiagnoseTrace,
  { database_path: paths }: Input,
  context: ToolContext,
): Promise<ReadonlyMap<string, FigureSource>> {
  const needed = new Set(finding.evidence.map(({ source }) => source));
  const sources: FigureSource[] = [
    {
      tool: diagnoseTraceTool.key,
      arguments: { database_path: paths, top_kernels: TOP_KERNELS },
      find: (metric, about) => inDiagnosis(metric, diagnosis, about),
    },
  ];
  if (needed.has(timeBreakdownTool.key)) {
    const answer = await timeBreakdownTool.run({ database_path: paths }, context);
    const found = { tool: timeBreakdownTool.key, arguments: { database_path: paths } };
    sources.push({ ...found, find: (metric) => inBreakdown(metric, answer) });
  }
  if (needed.has(hotspotsTool.key)) {
    const answer = await hotspotsTool.run({ database_path: paths, top_n: TOP_KERNELS }, context);
    const found = { tool: hotspotsTool.key, arguments: { database_path: paths, top_n: TOP_KERNELS } };
    sources.push({ ...found, find: (metric, about) => inHotspots(metric, answer, about) });
  }
  if (needed.has(analyzeCollectivesTool.key)) {
    const answer = await analyzeCollectivesTool.run({ db_path: paths }, context);
    const found = { tool: analyzeCollectivesTool.key, arguments: { db_path: paths } };
    sources.push({ ...found, find: (metric) => inCollectives(metric, answer) });
  }
  const { thermal } = diagnosis;
  const path = context.settings.gpuMonitorLog ?? '';
  if (needed.has(analyzeThermalTool.key) && path !== '')
    sources.push(await thermalSource(path, thermal?.source, context));
  return new Map(sources.map((source) => [source.tool, source]));
}

/** The log read anew. In the arguments its samples stand as the call that reads them: they can be a day of readings. */
async function thermalSource(
  path: string,
  program: 'amd-smi' | 'rocm-smi' | null | undefined,
  context: ToolContext,
): Promise<FigureSource> {
  const parser = program === 'rocm-smi' ? parseRocmSmiJsonTool : parseAmdSmiJsonTool;
  const log = await parser.run({ path }, context);
  const answer = analyzeThermal({ metrics: { samples: log.samples } });
  return {
    tool: analyzeThermalTool.key,
    arguments: { metrics: { answer_of: parser.key, arguments: { path } } },
    find: (metric) => inThermal(metric, answer),
  };
}

function gapsOf({ idle_causes: idle }: DiagnoseTrace): Explanation['gaps'] {
  const gaps = (idle?.causes ?? []).flatMap(({ cause, largest_gaps: largest }) =>
    largest.map((gap) => ({
      device: gap.device,
      start_ns: gap.start_ns,
      duration_ns: gap.duration_ns,
      cause,
      next_kernel: gap.next_kernel,
    })),
  );
  return gaps.sort((left, right) => right.duration_ns - left.duration_ns).slice(0, 5);
}

function whyNoRows({ kernels, calls, isAboutGaps }: ProofSubject): string {
  if (kernels.size > 0 || calls.size > 0) return 'the rows of its kernels or calls have no usable times';
  return isAboutGaps
    ? 'the trace shows no gaps to list'
    : 'it rests on the trace as a whole, or on another file, and not on single rows';
}
