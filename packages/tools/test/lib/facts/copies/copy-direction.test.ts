import { describe, expect, it } from '@jest/globals';
import type { CopyColumns, TraceAgent } from '@perfxpert/rocpd';
import { findCopyPaths } from '../../../../src/lib/facts/copies/copy-direction.js';

function agent(id: number, type: TraceAgent['type']): TraceAgent {
  const unknown = { gfxId: null, productName: null, absoluteIndex: null, logicalIndex: null };
  return { id, type, typeIndex: 0, ...unknown, hardware: {} };
}

function copies(rows: readonly { from: number; to: number; name: number }[], names: readonly string[]): CopyColumns {
  return {
    count: rows.length,
    startNs: Float64Array.from(rows, (_, row) => row),
    endNs: Float64Array.from(rows, (_, row) => row + 1),
    sizeBytes: new Float64Array(rows.length),
    sourceAgent: Uint16Array.from(rows, ({ from }) => from),
    destinationAgent: Uint16Array.from(rows, ({ to }) => to),
    name: Uint32Array.from(rows, ({ name }) => name),
    names,
    stream: new Uint16Array(rows.length),
    streams: [-1],
    stackId: new Uint32Array(rows.length),
    dropped: { nullTimes: 0, negativeDurations: 0 },
  };
}

describe('findCopyPaths', () => {
  it('tells ways apart however many texts there are', () => {
    // 65,537 distinct texts: the last one is no longer a 16-bit index.
    const names = Array.from({ length: 65_537 }, (_, index) => `copy ${String(index)}`);
    const rows = [
      { from: 0, to: 0, name: 65_536 },
      { from: 0, to: 1, name: 0 },
    ];
    const { paths, pathOfRow } = findCopyPaths(copies(rows, names), [agent(1, 'CPU'), agent(2, 'GPU')]);
    expect([...pathOfRow].map((path) => paths[path]?.direction)).toEqual(['Host-to-Host', 'Host-to-Device']);
  });
});
