import type { Report } from '@perfxpert/agents';
import type { Explanation } from '@perfxpert/agents/toolkit';
import type { Io } from '../io.js';
import { UsageError } from '../usage-error.js';
import type { ExplainFlags } from './explain-command.js';
import { monitorLogOf } from './monitor-log.js';

/** Ids of what a scan of sources finds. */
const OF_SOURCES = /^ROCPD-SRC-/i;

/**
 * The proof of a finding that rests on something beside the trace: sources, a thread trace, the advice on pragmas. Its
 * figures are those of the report that `analyze` makes of the same inputs; no row of the trace is behind them.
 *
 * @returns null where that report has no such finding
 * @throws UsageError for a finding of sources without their folder
 */
export async function explainBeside(flags: ExplainFlags, io: Io): Promise<Explanation | null> {
  const { finding: id, input, sourceDir, attDir } = flags;
  if (OF_SOURCES.test(id) && sourceDir === undefined)
    throw new UsageError(`${id}: was found in sources; name their folder with --source-dir`);
  const { analyzeTrace } = await import('@perfxpert/agents/analysis');
  const report = await analyzeTrace(
    {
      ...(input.length === 0 ? {} : { database_path: [...input] }),
      ...(sourceDir === undefined ? {} : { source_dir: sourceDir }),
      ...(attDir === undefined ? {} : { analysis_options: { att_dir: attDir } }),
    },
    {
      timestamps: false,
      advanced: true,
      ...monitorLogOf(io),
      ...(io.signal === undefined ? {} : { signal: io.signal }),
    },
  );
  const finding = report.recommendations.find((candidate) => candidate.id === id);
  if (finding === undefined) {
    if (input.length > 0) return null;
    const known = report.recommendations.map((candidate) => candidate.id);
    throw new UsageError(`No finding ${id}; these sources have ${known.length === 0 ? 'none' : known.join(', ')}`);
  }
  return {
    database_path: [...input],
    finding: { ...finding, actions: placesOf(finding.name, report) ?? finding.actions },
    arithmetic: [],
    figures: finding.evidence.map((entry) => ({
      ...entry,
      tool_call: null,
      formula: entry.source,
      recomputed: null,
      agrees: null,
    })),
    rows: [],
    row_count: 0,
    gaps: [],
    rows_reason: 'it rests on a file beside the trace, or on advice, and not on single rows',
  };
}

/** Every listed place of a pattern in the sources; null for a finding that is none. */
function placesOf(name: string, { tier0_findings: sources }: Report): string[] | null {
  const pattern = sources?.detected_patterns.find((candidate) => name === `source_${candidate.pattern_id}`);
  return pattern === undefined ? null : pattern.locations.map((place) => `Look at ${place}`);
}
