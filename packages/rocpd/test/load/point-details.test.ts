import { describe, expect, it } from '@jest/globals';
import { openTrace } from '../../src/index.js';
import type { TracePoint } from '../../src/index.js';
import { buildTrace } from '../../src/testing/index.js';
import type { ProcessSpec } from '../../src/testing/index.js';

async function pointsOf(spec: ProcessSpec): Promise<TracePoint[]> {
  const file = buildTrace(spec);
  const trace = openTrace(file.paths);
  try {
    const [process] = trace.processes;
    if (process === undefined) throw new Error('the trace holds no process');
    const points: TracePoint[] = [];
    (await trace.loadProcess(process)).points.forEach((point) => points.push(point));
    return points;
  } finally {
    trace.close();
    file.dispose();
  }
}

describe('ProcessColumns.points', () => {
  it('gives marks with text and thread and metrics with their values, in order of time', async () => {
    const points = await pointsOf({
      pid: 77,
      kernels: [{ name: 'k', startNs: 1_000, endNs: 2_000, counters: { SQ_WAVES: 4 } }],
      samples: [
        { timestampNs: 1_500, values: { device_power: 700, device_temp: 55 }, units: { device_power: 'W' } },
        { timestampNs: 900, message: 'epoch 1' },
      ],
    });
    expect(points).toEqual([
      { timeNs: -100, category: 'MARKER_CORE_RANGE_API', text: 'epoch 1', thread: 77, readings: [] },
      {
        timeNs: 500,
        category: 'amd_smi',
        text: null,
        thread: null,
        readings: [
          { name: 'device_power', agentId: expect.any(Number), units: 'W', value: 700 },
          { name: 'device_temp', agentId: expect.any(Number), units: null, value: 55 },
        ],
      },
    ]);
  });

  it('is empty for a trace without samples', async () => {
    expect(await pointsOf({ kernels: [{ name: 'k', startNs: 0, endNs: 1 }] })).toEqual([]);
  });
});
