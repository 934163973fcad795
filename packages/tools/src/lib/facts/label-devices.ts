import type { TraceAgent, TraceProcess } from '@perfxpert/rocpd';

/** A device to label. `agent` is null where its row is missing. */
export interface UnlabelledDevice {
  readonly processIndex: number;
  readonly agent: TraceAgent | null;
}

/** Environment variables that launchers set to the rank of a process, in order of preference (torchrun, Open MPI, ...). */
const RANK_VARIABLES = ['RANK', 'OMPI_COMM_WORLD_RANK', 'SLURM_PROCID', 'PMI_RANK'] as const;

/** Rank of a process by the variables of its launcher; null where none is set to a whole number. */
export function rankOf({ environment }: Pick<TraceProcess, 'environment'>): number | null {
  for (const variable of RANK_VARIABLES) {
    const value = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
    if (value !== undefined && /^\d{1,9}$/.test(value.trim())) return Number(value);
  }
  return null;
}

/**
 * Labels of devices, unique: `GPU 0` (index among agents of its type, else the agent's id), with `, rank N` where the
 * rank of its process is known, and `, process N` where several processes would give the same label: the OS number of
 * the process if none of the others has it, else `#` and its place in the trace, from 1.
 */
export function labelDevices(devices: readonly UnlabelledDevice[], processes: readonly TraceProcess[]): string[] {
  const short = devices.map(({ processIndex, agent }) => {
    const rank = rankOf(processes[processIndex] ?? { environment: {} });
    return rank === null ? agentLabel(agent) : `${agentLabel(agent)}, rank ${String(rank)}`;
  });
  const processesByLabel = new Map<string, Set<number>>();
  for (const [index, label] of short.entries()) {
    const sharing = processesByLabel.get(label) ?? new Set();
    processesByLabel.set(label, sharing.add(devices[index]?.processIndex ?? 0));
  }
  const long = short.map((label, index) => {
    const sharing = processesByLabel.get(label);
    if (sharing === undefined || sharing.size < 2) return label;
    return `${label}, process ${processLabel(devices[index]?.processIndex ?? 0, sharing, processes)}`;
  });
  return makeUnique(long);
}

function agentLabel(agent: TraceAgent | null): string {
  if (agent === null) return 'GPU unknown';
  const type = agent.type === 'OTHER' ? 'Device' : agent.type;
  return `${type} ${String(agent.typeIndex ?? agent.id)}`;
}

function processLabel(processIndex: number, rivals: ReadonlySet<number>, processes: readonly TraceProcess[]): string {
  const pid = processes[processIndex]?.pid ?? null;
  const isAlone = pid !== null && [...rivals].every((rival) => rival === processIndex || processes[rival]?.pid !== pid);
  return isAlone ? String(pid) : `#${String(processIndex + 1)}`;
}

/** Appends ` (2)` and so on to labels that are still equal: two agents of one process with the same index. */
function makeUnique(labels: readonly string[]): string[] {
  const taken = new Set<string>();
  return labels.map((label) => {
    let unique = label;
    for (let copy = 2; taken.has(unique); copy++) unique = `${label} (${String(copy)})`;
    taken.add(unique);
    return unique;
  });
}
