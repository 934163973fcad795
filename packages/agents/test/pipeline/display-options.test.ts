import { expect, it } from '@jest/globals';
import { reportOf } from '../built-report.js';

const PROGRAM = {
  kernels: [
    { name: 'long', startNs: 0, endNs: 900_000 },
    { name: 'short', startNs: 900_000, endNs: 904_000 },
    { name: 'other', startNs: 905_000, endNs: 1_000_000 },
  ],
};

it('display options change what is listed, never the diagnosis', async () => {
  const whole = await reportOf(PROGRAM);
  const cut = await reportOf(PROGRAM, {}, { top_kernels: 1, min_duration_ns: 50_000 });
  expect(cut.hotspots.map((row) => row.name)).toEqual(['long']);
  expect(cut.kernel_resources.kernels.map((row) => row.name)).toEqual(['long']);
  expect(whole.hotspots.map((row) => row.name)).toEqual(['long', 'other', 'short']);
  expect(cut.summary).toEqual(whole.summary);
  expect(cut.recommendations).toEqual(whole.recommendations);
});
