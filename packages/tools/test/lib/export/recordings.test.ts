import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { exportTimeline, openTrace, queryTrace } from '../../../src/index.js';
import { findSharedFolder } from '../../support/shared-traces.js';
import { decodeChrome } from './chrome-trace.js';
import { decodePerfetto } from './perfetto-proto.js';

// Traces are read several times, which takes long on a busy machine.
jest.setTimeout(120_000);

const SHARED = findSharedFolder();
const FOLDER = path.join(SHARED ?? '', 'traces');
const suite = SHARED === null ? describe.skip : describe;
const FILES =
  SHARED === null
    ? ['none']
    : fs
        .readdirSync(FOLDER)
        .filter(
          (file) => /\.(db|rpd)$/.test(file) && !/not_rocpd|truncated|xdit|owlv2|rocprofv3_train|rank[123]/.test(file),
        );

async function exported(file: string, format: 'perfetto' | 'chrome'): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  await exportTimeline(
    { database_path: path.join(FOLDER, file), format },
    { write: (bytes) => void chunks.push(bytes) },
  );
  return Buffer.concat(chunks);
}

/** Rows and summed durations as the reader of traces has them. */
async function readDirectly(file: string): Promise<{ slices: number; totalNs: number; kernelNs: number }> {
  const trace = openTrace(path.join(FOLDER, file));
  let slices = 0;
  let totalNs = 0;
  let kernelNs = 0;
  for (const process of trace.processes) {
    const { dispatches, copies, regions } = await trace.loadProcess(process);
    for (const table of [dispatches, copies, regions]) {
      slices += table.count;
      for (let row = 0; row < table.count; row++) {
        const duration = (table.endNs[row] ?? 0) - (table.startNs[row] ?? 0);
        totalNs += duration;
        if (table === dispatches) kernelNs += duration;
      }
    }
  }
  trace.close();
  return { slices, totalNs, kernelNs };
}

suite.each(FILES)('%s', (file) => {
  it('is exported whole: as many slices, as much time, in both formats; a query sums up the same', async () => {
    const { slices, totalNs, kernelNs } = await readDirectly(file);
    for (const { slices: decoded } of [
      decodePerfetto(await exported(file, 'perfetto')),
      decodeChrome(await exported(file, 'chrome')),
    ]) {
      expect(decoded).toHaveLength(slices);
      expect(decoded.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0)).toBe(totalNs);
      expect(decoded.every(({ startNs }) => startNs >= 0)).toBe(true);
    }
    const { rows } = await queryTrace({
      database_path: path.join(FOLDER, file),
      sql: 'select coalesce(sum(duration_ns), 0) from kernels',
    });
    expect(rows).toEqual([[kernelNs]]);
  });
});
