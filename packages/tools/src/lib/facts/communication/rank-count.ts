import type { ProcessColumns, TraceProcess } from '@perfxpert/rocpd';

/** Environment variables that launchers set to the number of processes, in order of preference (torchrun, Open MPI, ...). */
const WORLD_SIZE_VARIABLES = ['WORLD_SIZE', 'OMPI_COMM_WORLD_SIZE', 'PMI_SIZE', 'SLURM_NTASKS'] as const;
const LOCAL_SIZE_VARIABLES = ['LOCAL_WORLD_SIZE', 'OMPI_COMM_WORLD_LOCAL_SIZE', 'MPI_LOCALNRANKS'] as const;

/** Number of ranks as the calls that made communicators tell it. */
export interface InitRanks {
  /** By communicator handle, where the call names it. */
  readonly byCommunicator: ReadonlyMap<string, number>;
  /** Distinct numbers of all calls. */
  readonly distinct: readonly number[];
}

/** Reads `nranks` (`ndev` of ncclCommInitAll) of the calls that make communicators. */
export function readInitRanks({ details }: ProcessColumns, initRows: readonly number[]): InitRanks {
  const byCommunicator = new Map<string, number>();
  const distinct = new Set<number>();
  for (const args of details.arguments(Uint32Array.from(initRows))) {
    const ranks = wholeNumber(args.get('nranks') ?? args.get('ndev'));
    if (ranks === null) continue;
    distinct.add(ranks);
    const communicator = args.get('newcomm') ?? args.get('comm');
    if (communicator !== undefined) byCommunicator.set(communicator, ranks);
  }
  return { byCommunicator, distinct: [...distinct].sort((a, b) => a - b) };
}

/** Number of processes of the job by the variables of its launcher; null where none is set to a whole number. */
export function worldSizeOf(process: Pick<TraceProcess, 'environment'>): number | null {
  return firstSize(process, WORLD_SIZE_VARIABLES);
}

/** True if the launcher says that fewer processes run on this machine than in the job. */
export function spansSeveralNodes(process: Pick<TraceProcess, 'environment'>): boolean {
  const world = worldSizeOf(process);
  const local = firstSize(process, LOCAL_SIZE_VARIABLES);
  return world !== null && local !== null && local < world;
}

/**
 * Ranks of a communicator: what the call that made it says; else what all such calls agree on; else the size of the
 * job; else the number of devices of the trace that ran communication kernels, if there are several. Null where calls
 * disagree and none names the communicator, and where one device alone is known: the others are not in the trace.
 */
export function rankCountOf(
  communicator: string | null,
  init: InitRanks,
  process: Pick<TraceProcess, 'environment'>,
  deviceCount: number,
): number | null {
  const own = communicator === null ? undefined : init.byCommunicator.get(communicator);
  if (own !== undefined) return own;
  const [agreed, ...others] = init.distinct;
  if (agreed !== undefined) return others.length === 0 ? agreed : null;
  return worldSizeOf(process) ?? (deviceCount > 1 ? deviceCount : null);
}

function firstSize({ environment }: Pick<TraceProcess, 'environment'>, variables: readonly string[]): number | null {
  for (const variable of variables) {
    const size = wholeNumber(Object.hasOwn(environment, variable) ? environment[variable] : undefined);
    if (size !== null) return size;
  }
  return null;
}

/** A whole number of at least 1; null for other texts. */
function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\s*[1-9]\d{0,6}\s*$/.test(text) ? Number(text) : null;
}
