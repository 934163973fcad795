import type { Trace, TraceProcess } from '@perfxpert/rocpd';
import type { TraceFilter } from '../../schemas/trace-filter.js';
import { ToolError } from '../../tool/tool-errors.js';
import { rankOf } from '../facts/label-devices.js';

/** @throws ToolError INVALID_ARGUMENT for a window that ends before it begins */
export function checkWindow({ from_ns: from = 0, to_ns: to = Number.POSITIVE_INFINITY }: TraceFilter): void {
  if (from < to) return;
  throw refuse('to_ns', 'more than from_ns', String(to), `the window ends at ${String(to)} ns, before it begins`);
}

/** Processes of these ranks. @throws ToolError INVALID_ARGUMENT for a rank that the trace does not have */
export function chooseProcesses(trace: Trace, ranks: readonly number[] | undefined): readonly TraceProcess[] {
  if (ranks === undefined) return trace.processes;
  const known = sortedNumbers(trace.processes.flatMap((process) => rankOf(process) ?? []));
  for (const rank of ranks)
    if (!known.includes(rank)) {
      const have = known.length === 0 ? 'the trace records no ranks' : `ranks of the trace: ${known.join(', ')}`;
      throw refuse('rank', known.join(', '), String(rank), `no process of rank ${String(rank)}; ${have}`);
    }
  return trace.processes.filter((process) => ranks.includes(rankOf(process) ?? -1));
}

/**
 * Per process the indices of its agents that are the GPUs of these numbers; nothing where all are.
 *
 * @throws ToolError INVALID_ARGUMENT for a GPU that the trace does not have
 */
export function chooseAgents(
  processes: readonly TraceProcess[],
  gpus: readonly number[] | undefined,
): ReadonlyMap<TraceProcess, ReadonlySet<number>> {
  if (gpus === undefined) return new Map();
  const numbers = processes.flatMap(({ agents }) =>
    agents.flatMap(({ type, typeIndex, id }) => (type === 'GPU' ? [typeIndex ?? id] : [])),
  );
  const known = sortedNumbers(numbers);
  for (const gpu of gpus)
    if (!known.includes(gpu)) {
      const have = known.length === 0 ? 'the trace names no GPUs' : `GPUs of the trace: ${known.join(', ')}`;
      throw refuse('gpu', known.join(', '), String(gpu), `no GPU ${String(gpu)}; ${have}`);
    }
  return new Map(
    processes.map((process) => [
      process,
      new Set(
        process.agents.flatMap(({ type, typeIndex, id }, index) =>
          type === 'GPU' && gpus.includes(typeIndex ?? id) ? [index] : [],
        ),
      ),
    ]),
  );
}

function sortedNumbers(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function refuse(field: string, expected: string, got: string, reason: string): ToolError {
  return new ToolError('INVALID_ARGUMENT', `filter: ${reason}.`, { field, expected, got });
}
