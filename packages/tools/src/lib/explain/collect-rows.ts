import type { Trace } from '@perfxpert/rocpd';
import type { ProofRow } from '../../schemas/explanation.js';
import { agentName } from '../facts/agent-name.js';
import { findCopyPaths } from '../facts/copies/copy-direction.js';
import type { ProcessStage } from '../facts/process-stage.js';
import { readStages } from '../facts/read-stages.js';
import type { FactsOptions } from '../facts/trace-facts.js';
import { topRows } from '../statistics/top-rows.js';
import { compareText } from '../text/compare-text.js';
import type { ProofSubject } from './proof-subject.js';

/** Rows shown. */
const MAX_ROWS = 10;

/** Rows of one table of one process that a finding rests on. */
interface Matches {
  readonly table: ProofRow['table'];
  readonly rows: readonly number[];
  rowAt(row: number): ProofRow;
  durationAt(row: number): number;
}

/** The longest rows behind a finding, and how many there are. */
export interface ProofRows {
  readonly rows: readonly ProofRow[];
  readonly rowCount: number;
}

/**
 * Reads the trace once more for the rows behind a finding, longest first, then by start. Rows are known by their
 * process, table and absolute times, which stand in the file as shown.
 *
 * @throws ToolError CANCELLED; RocpdError for a file that cannot be read on.
 */
export async function collectRows(
  trace: Trace,
  subject: ProofSubject,
  options: Pick<FactsOptions, 'signal' | 'progressCallback'> = {},
): Promise<ProofRows> {
  const found: ProofRow[] = [];
  let rowCount = 0;
  await readStages(
    trace,
    (stage) => {
      for (const matches of [dispatches(stage, subject), copies(stage, subject), calls(stage, subject)]) {
        rowCount += matches.rows.length;
        const durations = Float64Array.from(matches.rows, (row) => matches.durationAt(row));
        for (const index of topRows(durations, MAX_ROWS)) found.push(matches.rowAt(matches.rows[index] ?? 0));
      }
    },
    options,
  );
  return { rows: found.sort(byLength).slice(0, MAX_ROWS), rowCount };
}

function byLength(left: ProofRow, right: ProofRow): number {
  return (
    right.duration_ns - left.duration_ns ||
    left.start.length - right.start.length ||
    compareText(left.start, right.start) ||
    compareText(left.guid, right.guid) ||
    compareText(left.name, right.name)
  );
}

function dispatches(stage: ProcessStage, { kernels, isCommunication }: ProofSubject): Matches {
  const { dispatches: columns, kernels: symbols } = stage.columns;
  const isMeant = symbols.map(
    ({ name }, index) => kernels.has(name) || (isCommunication && stage.isCommunicationKernel[index] === 1),
  );
  return matchesOf(stage, 'kernel_dispatch', columns, isMeant, columns.kernel, (row) => ({
    name: symbols[columns.kernel[row] ?? 0]?.name ?? '',
    place: deviceOf(stage, columns.agent[row] ?? 0),
    sizeBytes: null,
  }));
}

function copies(stage: ProcessStage, { direction, isAnyCopy }: ProofSubject): Matches {
  const { copies: columns, process } = stage.columns;
  const { paths, pathOfRow } = findCopyPaths(columns, process.agents);
  const isMeant = paths.map((path) => isAnyCopy || path.direction === direction);
  return matchesOf(stage, 'memory_copy', columns, isMeant, pathOfRow, (row) => {
    const bytes = columns.sizeBytes[row] ?? 0;
    return {
      name: paths[pathOfRow[row] ?? 0]?.direction ?? 'Unknown',
      place: deviceOf(stage, columns.destinationAgent[row] ?? 0),
      sizeBytes: bytes > 0 ? bytes : null,
    };
  });
}

function calls(stage: ProcessStage, { calls: names }: ProofSubject): Matches {
  const { regions: columns } = stage.columns;
  const isMeant = columns.names.map((name) => names.has(name));
  return matchesOf(stage, 'region', columns, isMeant, columns.name, (row) => ({
    name: columns.names[columns.name[row] ?? 0] ?? '',
    place: `thread ${columns.threads[columns.thread[row] ?? 0] ?? -1}`,
    sizeBytes: null,
  }));
}

interface Spans {
  readonly count: number;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  readonly stackId: ArrayLike<number>;
}

function matchesOf(
  { columns: { originNs, process } }: ProcessStage,
  table: ProofRow['table'],
  spans: Spans,
  isMeant: readonly boolean[],
  kind: ArrayLike<number>,
  describe: (row: number) => { readonly name: string; readonly place: string; readonly sizeBytes: number | null },
): Matches {
  const rows: number[] = [];
  if (isMeant.includes(true))
    for (let row = 0; row < spans.count; row++) if (isMeant[kind[row] ?? 0] === true) rows.push(row);
  const durationAt = (row: number): number => (spans.endNs[row] ?? 0) - (spans.startNs[row] ?? 0);
  return {
    table,
    rows,
    durationAt,
    rowAt(row) {
      const { name, place, sizeBytes } = describe(row);
      const stackId = spans.stackId[row] ?? 0;
      return {
        table,
        guid: process.guid,
        name,
        start: String(originNs + BigInt(spans.startNs[row] ?? 0)),
        end: String(originNs + BigInt(spans.endNs[row] ?? 0)),
        duration_ns: durationAt(row),
        place,
        correlation_id: stackId === 0 ? null : stackId,
        size_bytes: sizeBytes,
      };
    },
  };
}

function deviceOf({ columns: { process } }: ProcessStage, agentIndex: number): string {
  const agent = process.agents[agentIndex];
  return agent === undefined ? 'unknown agent' : agentName(agent);
}
