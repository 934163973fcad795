import { describe, expect, it } from '@jest/globals';
import { labelDevices, rankOf } from '../../../src/lib/facts/label-devices.js';
import { processColumns } from '../../support/process-columns.js';
import type { ProcessRows } from '../../support/process-columns.js';

function labels(processes: readonly ProcessRows[], gpus: readonly (readonly [number, number])[]): string[] {
  const found = processes.map((rows) => processColumns({ gpuCount: 2, ...rows }).process);
  const devices = gpus.map(([processIndex, gpu]) => ({
    processIndex,
    agent: found[processIndex]?.agents[gpu + 1] ?? null,
  }));
  return labelDevices(devices, found);
}

describe('rankOf', () => {
  it('takes the first variable that holds a whole number', () => {
    expect(rankOf({ environment: { RANK: '3', SLURM_PROCID: '4' } })).toBe(3);
    expect(rankOf({ environment: { RANK: 'none', PMI_RANK: ' 5 ' } })).toBe(5);
    expect(rankOf({ environment: { RANK: '-1' } })).toBeNull();
    expect(rankOf({ environment: {} })).toBeNull();
  });
});

describe('labelDevices', () => {
  it('names the GPU, and the process only where names would be equal', () => {
    expect(labels([{}], [[0, 0], [0, 1]])).toEqual(['GPU 0', 'GPU 1']); // prettier-ignore
    expect(
      labels(
        [{ pid: 7 }, { pid: 8 }],
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ),
    ).toEqual([
      // prettier-ignore
      'GPU 0, process 7',
      'GPU 0, process 8',
      'GPU 1',
    ]);
  });

  it('falls back to the place of a process whose number another has, or that has none', () => {
    expect(
      labels(
        [{ pid: 7 }, { pid: 7 }, { pid: null }],
        [
          [0, 0],
          [1, 0],
          [2, 0],
        ],
      ),
    ).toEqual([
      // prettier-ignore
      'GPU 0, process #1',
      'GPU 0, process #2',
      'GPU 0, process #3',
    ]);
  });

  it('shows ranks, and stays unique for equal ranks and missing agents', () => {
    const rank0 = { environment: { RANK: '0' } };
    expect(
      labels(
        [
          { ...rank0, pid: 1 },
          { ...rank0, pid: 2 },
        ],
        [
          [0, 0],
          [1, 0],
          [1, 5],
          [1, 6],
        ],
      ),
    ).toEqual([
      // prettier-ignore
      'GPU 0, rank 0, process 1',
      'GPU 0, rank 0, process 2',
      'GPU unknown, rank 0',
      'GPU unknown, rank 0 (2)',
    ]);
  });
});
