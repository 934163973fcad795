import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { estimateKernel } from './scenarios/kernel-model.js';
import { partitionOf } from './scenarios/partition.js';
import { PARTS } from './scenarios/parts.js';
import type { Span } from './scenarios/recording.js';
import { ROOT } from './workspace.js';

interface GivenTruth {
  readonly kind: string;
  readonly db: string;
  readonly gfx: keyof typeof PARTS;
  readonly partition: Readonly<Record<string, number>>;
  readonly evidence: Readonly<
    Record<
      string,
      {
        readonly bound_by: string;
        readonly mean_us: number;
        readonly hbm_bytes_per_dispatch: number;
        readonly hbm_utilisation: number;
      }
    >
  >;
}

/** Planted traces of another simulator, with their truths. */
function givenFolder(): string | null {
  const folder = path.join(process.env.PERFXPERT_SHARED ?? path.join(ROOT, '../shared'), 'planted');
  return fs.existsSync(folder) ? folder : null;
}

const folder = givenFolder();
if (folder === null) process.stderr.write('No planted traces (PERFXPERT_SHARED or ../shared): comparison left out.\n');
const truths = (folder === null ? [] : fs.readdirSync(folder))
  .map((name) => path.join(folder ?? '', name, 'truth.json'))
  .filter((file) => fs.existsSync(file))
  .map((file) => ({ file, truth: JSON.parse(fs.readFileSync(file, 'utf8')) as GivenTruth }))
  .filter(({ truth }) => truth.kind === 'single');

(folder === null ? describe.skip : describe)('planted traces of another simulator', () => {
  it('are there', () => {
    expect(truths.length).toBeGreaterThan(0);
  });

  it('have the parts that our arithmetic finds in their rows', () => {
    for (const { file, truth } of truths) {
      const { kernels, copies, calls } = spansOf(path.join(path.dirname(file), truth.db));
      const found: Readonly<Record<string, number>> = { ...partitionOf(kernels, copies, calls) };
      const wanted = Object.fromEntries(Object.keys(found).map((part) => [part, truth.partition[part]]));
      expect(found).toEqual(wanted);
    }
  });

  it('take the times that our kernel model gives for as many bytes', () => {
    for (const { truth } of truths) {
      for (const [name, kernel] of Object.entries(truth.evidence)) {
        if (kernel.bound_by !== 'hbm' || kernel.mean_us < 20) continue;
        const bytes = kernel.hbm_bytes_per_dispatch;
        const model = { name, workgroups: 20_000, vgpr: 24, readBytes: bytes * 0.7, writeBytes: bytes * 0.3 };
        const microseconds = estimateKernel(model, PARTS[truth.gfx]).durationNs / 1000;
        // Kernels of one kind reach different shares of the peak: a third more or less is as good as it gets.
        expect(microseconds / kernel.mean_us).toBeGreaterThan(0.75);
        expect(microseconds / kernel.mean_us).toBeLessThan(1.33);
      }
    }
  });
});

/** Rows of a trace, with times from its first record: absolute times exceed what numbers hold. */
function spansOf(database: string): { kernels: Span[]; copies: Span[]; calls: Span[] } {
  const file = new Database(database, { readonly: true, fileMustExist: true });
  try {
    const origin = 'SELECT min(start) FROM (SELECT start FROM kernels UNION ALL SELECT start FROM memory_copies)';
    const read = (from: string): Span[] =>
      file.prepare<[], Span>(`SELECT start - (${origin}) AS startNs, "end" - (${origin}) AS endNs FROM ${from}`).all();
    return {
      kernels: read('kernels'),
      copies: read('memory_copies'),
      calls: read("regions WHERE category NOT LIKE 'MARKER%'"),
    };
  } finally {
    file.close();
  }
}
