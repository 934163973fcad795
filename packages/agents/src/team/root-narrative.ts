import type { Report } from '../pipeline/report-schema.js';
import type { Routing } from './route-query.js';

const HELP =
  'PerfXpert reads a GPU trace (rocpd, from rocprofv3 or rocprof-sys), says where the time went, why, and what to do, and ' +
  'proves each claim from the trace. Ask why a program is slow, what to change first, or whether a change helped; give ' +
  'the trace as database_path, an earlier one as baseline_db, the sources as source_dir.';

/** The words of Root without a model: the report's own, what else the question needs, and the next command. */
export function rootNarrative(report: Report, routing: Routing): string {
  const help = routing.intent === 'help' ? [HELP] : [];
  if (report.metadata.inputs.length === 0 && report.tier0_findings === undefined)
    return [...help, report.narrative, nextCommand(report)].join(' ');
  return [...help, report.narrative, verdict(report), hottest(report), nextCommand(report)]
    .filter((part) => part !== '')
    .join(' ');
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
    : `Hottest kernel: ${first.name} (${first.percent_of_total.toFixed(1)} % of kernel time).`;
}

function nextCommand({ recommendations, metadata }: Report): string {
  if (metadata.inputs.length === 0)
    return 'Next: record with rocprofv3 --sys-trace --output-format rocpd -- <application>.';
  const [first] = recommendations.flatMap(({ verify }) => verify ?? []);
  return first === undefined ? '' : `After a change: ${first.full_command}.`;
}
