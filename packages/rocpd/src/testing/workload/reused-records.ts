import type { CopyRecord, KernelRecord, KernelSymbol, RegionRecord } from '../writers/trace-writer.js';

/** Where a rank runs. */
export interface RankPlace {
  readonly rank: number;
  readonly thread: number;
  readonly cpuId: number;
  readonly gpuId: number;
  /** Added to all times: the clock of the rank's machine. */
  readonly originNs: number;
}

/** A dispatch to be filled again and again. */
export function blankKernel(place: RankPlace, symbol: KernelSymbol): KernelRecord {
  return {
    symbol,
    dispatchId: 0,
    startNs: 0,
    endNs: 0,
    agentId: place.gpuId,
    stream: 0,
    queue: 0,
    thread: place.thread,
    workgroup: null,
    grid: null,
    ldsBytes: 0,
    scratchBytes: 0,
    stackId: 0,
    parentStackId: 0,
    graphExecId: 0,
    graphNodeId: 0,
    counters: null,
  };
}

/** A copy to be filled again and again. */
export function blankCopy(place: RankPlace): CopyRecord {
  return {
    name: '',
    startNs: 0,
    endNs: 0,
    sourceAgentId: place.cpuId,
    destinationAgentId: place.gpuId,
    bytes: 0,
    sourceAddress: 0,
    stream: 0,
    queue: 0,
    thread: place.thread,
    stackId: 0,
    parentStackId: 0,
  };
}

/** A region to be filled again and again. */
export function blankRegion(place: RankPlace): RegionRecord {
  return {
    name: '',
    category: '',
    startNs: 0,
    endNs: 0,
    thread: place.thread,
    stackId: 0,
    parentStackId: 0,
    message: null,
    extdata: null,
    args: null,
  };
}
