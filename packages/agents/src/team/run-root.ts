import type { Diagnostic } from '@perfxpert/tools';
import type { Report } from '../pipeline/report-schema.js';
import { warningLine } from '../pipeline/warning-line.js';
import type { AnalyzeInput } from '../pipeline/analyze-input.js';
import type { AgentCall } from '../runtime/agent-call.js';
import { handOff } from '../runtime/handoff.js';
import { knowledgeExcerpts } from '../runtime/knowledge-excerpts.js';
import { announced } from '../runtime/progress.js';
import { shortHostName } from '../runtime/provider-environment.js';
import { runAgent } from '../runtime/run-agent.js';
import { runMetadata, runWarnings } from '../runtime/run-metadata.js';
import { agentOf } from './agents.js';
import { analyzeForAgents, analyzeOptions } from './analyze-for-agents.js';
import { emptyReport } from './empty-report.js';
import { narrativeOf, narrativeSchema } from './narrative-answer.js';
import type { Proposal } from './proposal-schema.js';
import { rootFacts } from './root-facts.js';
import { rootNarrative } from './root-narrative.js';
import { DEFAULT_QUERY } from './root-schema.js';
import type { RootInput } from './root-schema.js';
import { routeQuery } from './route-query.js';
import type { Routing } from './route-query.js';
import { findingsOf } from './run-analysis.js';
import { runRecommendation } from './run-recommendation.js';

/** The report with the words of Root, and what the run added. */
export type RootRun = Omit<Report, 'metadata'> & {
  readonly metadata: Report['metadata'] & Readonly<Record<string, unknown>>;
};

/**
 * The Root agent: the whole report, whatever the question, and words that answer the question. A model writes the narrative
 * and, where exploration is allowed, fills the lane; all else is the deterministic report.
 *
 * @throws as `analyzeTrace`; provider errors in a call that is live
 */
export function runRoot(input: RootInput, call: AgentCall): Promise<RootRun> {
  return announced(call.progress, 'root', async () => answer(input, await reportOf(input, call), call));
}

/** Root on a report that was made already: its words, the lane, and what the run says of itself. Errors of providers. */
export function runRootOn(report: Report, input: RootInput, call: AgentCall): Promise<RootRun> {
  return announced(call.progress, 'root', () => answer(input, report, call));
}

async function answer(input: RootInput, report: Report, call: AgentCall): Promise<RootRun> {
  const routing = routeQuery(input.user_query, input.intent_hint ?? null);
  hideMachines(report, call);
  const proposals = await explored(report, call);
  const gfxId = report.kernel_resources.arch;
  const run = await runAgent(
    agentOf('root'),
    {
      instruction: input.user_query,
      facts: rootFacts(input.user_query, routing, report),
      answerSchema: narrativeSchema(),
      excerpts: call.models === null ? '' : knowledgeExcerpts('root', report.primary_bottleneck, gfxId),
    },
    call,
  );
  return assemble(input, report, routing, narrativeOf(run, call), proposals, call);
}

/** The machines of a trace are nobody's business outside: labels of devices may hold their names. */
function hideMachines({ metadata }: Report, { models }: AgentCall): void {
  const hosts = metadata.processes.flatMap(({ node }) => node ?? []);
  models?.redactor.registerPrivateNames([...hosts, ...hosts.map(shortHostName)]);
}

/** Analysis of what was given; without anything, a report that says so. */
function reportOf(input: RootInput, call: AgentCall): Promise<Report> {
  const { database_path: path, source_dir: sourceDir, user_query: query } = input;
  const request: AnalyzeInput = {
    ...(path === undefined || path === null ? {} : { database_path: path }),
    ...(sourceDir === undefined || sourceDir === null ? {} : { source_dir: sourceDir }),
    ...(query === DEFAULT_QUERY ? {} : { user_query: query }),
    analysis_options: input.analysis_options,
  };
  if (request.database_path === undefined && request.source_dir === undefined)
    return emptyReport(request, analyzeOptions(call, 'root'));
  handOff(agentOf('root'), agentOf('analysis'));
  return announced(call.progress, 'analysis', () => analyzeForAgents(request, call, 'analysis'));
}

/** The lane of the specialist of the class. The vetted list is the report's own. */
async function explored(report: Report, call: AgentCall): Promise<readonly Proposal[]> {
  if (report.metadata.inputs.length === 0) return [];
  handOff(agentOf('root'), agentOf('recommendation'));
  const { output } = await runRecommendation(
    { findings: findingsOf(report), edit_history: [], seen_recommendation_hashes: [] },
    call,
    { report, usesSession: false },
  );
  return output.exploratory_proposals ?? [];
}

function assemble(
  input: RootInput,
  report: Report,
  routing: Routing,
  words: string | null,
  proposals: readonly Proposal[],
  call: AgentCall,
): RootRun {
  const added = [...noticesOf(routing, report), ...runWarnings(call).map(noticeOf)];
  const diagnostics = [...report.diagnostics, ...added];
  return {
    ...report,
    features: proposals.length === 0 ? report.features : [...report.features, 'exploratory_proposals'].sort(),
    narrative: words ?? rootNarrative(report, routing),
    ...(proposals.length === 0 ? {} : { exploratory_proposals: [...proposals] }),
    warnings: diagnostics.map(warningLine),
    diagnostics,
    metadata: {
      ...report.metadata,
      ...runMetadata(call, (input.session_id ?? null) !== null),
      provider: call.models?.chain[0]?.name ?? null,
      narrative_source: words === null ? 'template' : 'model',
      intent: routing.intent,
      intent_source: routing.intent_source,
      intent_pattern: routing.matched_pattern,
      routed_to: routing.routed_to,
      routing: {
        type: routing.intent,
        target: routing.routed_to,
        summary: `The question was taken for "${routing.intent}".`,
        source: 'root.routing',
      },
    },
  };
}

function noticesOf(routing: Routing, report: Report): Diagnostic[] {
  const hasBaseline = report.trace_diff !== undefined;
  return [
    ...(routing.warning === null ? [] : [notice('INTENT_UNCLEAR', 'info', routing.warning, null)]),
    ...(routing.intent === 'verify' && !hasBaseline
      ? [
          notice(
            'BASELINE_MISSING',
            'warning',
            'The question asks whether something changed, and there is no earlier trace to compare with.',
            'Give it as analysis_options.baseline_db.',
          ),
        ]
      : []),
  ];
}

/** A line of the run's warnings as a notice. */
function noticeOf(line: string): Diagnostic {
  const match = /^([A-Z_]+): ([^]*)$/.exec(line);
  return notice(match?.[1] ?? 'RUN', 'warning', match?.[2] ?? line, null);
}

function notice(code: string, severity: Diagnostic['severity'], message: string, howToFix: string | null): Diagnostic {
  return { code, severity, message, section: null, how_to_fix: howToFix };
}
