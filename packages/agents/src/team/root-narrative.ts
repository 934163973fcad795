import { kernelDisplayName } from '@perfxpert/tools';
import type { Report } from '../pipeline/report-schema.js';
import type { Routing } from './route-query.js';

const HELP =
  'PerfXpert reads a GPU trace (rocpd, from rocprofv3 or rocprof-sys), says where the time went, why, and what to do, and ' +
  'proves each claim from the trace. Ask why a program is slow, what to change first, or whether a change helped; give ' +
  'the trace as database_path, an earlier one as baseline_db, the sources as source_dir.';
const LISTED_ENTRIES = 3;

/**
 * The words of Root without a model: the answer to the kind of question that was asked, made of the report's own texts and
 * figures, then class and confidence, the hottest kernel, and the next command.
 */
export function rootNarrative(report: Report, routing: Routing): string {
  const hasInput = report.metadata.inputs.length > 0 || report.tier0_findings !== undefined;
  const ends = hasInput ? [verdict(report), hottest(report), nextCommand(report)] : [nextCommand(report)];
  return [...answer(report, routing, hasInput), ...ends].filter((part) => part !== '').join(' ');
}

function answer(report: Report, { intent }: Routing, hasInput: boolean): string[] {
  if (intent === 'help') return hasInput ? [HELP] : [HELP, report.narrative];
  if (!hasInput) return [report.narrative];
  if (intent === 'optimize') return [whatToChange(report)];
  const { trace_diff: diff } = report;
  if (intent === 'verify' && diff !== undefined && 'verdict' in diff) return [diff.narrative];
  return [report.narrative];
}

/** The first entries, by what they can give back; the further ones by their titles. */
function whatToChange({ recommendations }: Report): string {
  const worth = recommendations.filter(({ priority }) => priority !== 'INFO');
  const [first, ...others] = worth.slice(0, LISTED_ENTRIES);
  if (first === undefined) return 'Nothing in this trace is worth changing.';
  const then = others.length === 0 ? '' : ` Then: ${others.map(({ title }) => title).join('; ')}.`;
  return `First: ${first.title}. ${first.estimated_impact.replace(/[.]*$/, '.')}${then}`;
}

/** Class, confidence and number of entries: what somebody needs who reads these words alone. */
function verdict({ summary, primary_bottleneck: bottleneck, recommendations }: Report): string {
  if (bottleneck === 'data_insufficient') return '';
  const count = recommendations.length === 1 ? '1 recommendation' : `${recommendations.length} recommendations`;
  return `Class ${bottleneck}, confidence ${Math.round(100 * summary.confidence)} %, ${count}.`;
}

function hottest({ hotspots: [first] }: Report): string {
  return first === undefined
    ? ''
    : `Hottest kernel: ${kernelDisplayName(first.name)} (${first.percent_of_total.toFixed(1)} % of kernel time).`;
}

function nextCommand({ recommendations, metadata }: Report): string {
  if (metadata.inputs.length === 0)
    return 'Next: record with rocprofv3 --sys-trace --output-format rocpd -- <application>.';
  const [first] = recommendations.flatMap(({ verify }) => verify ?? []);
  return first === undefined ? '' : `After a change: ${first.full_command}.`;
}
