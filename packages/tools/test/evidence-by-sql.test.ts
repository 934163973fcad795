import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { diagnosis } from '../src/index.js';
import { findSharedFolder } from './support/shared-traces.js';
import { sqlFigure } from './support/sql-evidence.js';
import { readSqlTruth } from './support/sql-truth.js';

const SHARED = findSharedFolder();
const suite = SHARED === null ? describe.skip : describe;

function traces(): string[] {
  if (SHARED === null) return ['none'];
  const recorded = fs
    .readdirSync(path.join(SHARED, 'traces'))
    .filter((name) => /^(?!edge_(not|trunc)).*\.(db|rpd)$/.test(name));
  const planted = fs
    .readdirSync(path.join(SHARED, 'planted'))
    .flatMap((name) => ['trace.db', 'baseline.db', 'candidate.db'].map((file) => path.join('planted', name, file)));
  return [
    ...recorded.map((name) => path.join('traces', name)),
    ...planted.filter((file) => fs.existsSync(path.join(SHARED, file))),
  ].sort();
}

/** Values of data sheets, and shares of them. */
const DATA_SHEET = ['peak_gbps', 'efficiency_pct'];

suite('evidence of each finding', () => {
  const read: string[] = [];
  it.each(traces())('%s: is there, and its figures are those of the rows', async (file) => {
    const database = path.join(SHARED ?? '', file);
    const { recommendations } = await diagnosis.diagnoseTrace({ database_path: database });
    for (const { evidence } of recommendations) expect(evidence.length).toBeGreaterThan(0);
    const truth = readSqlTruth(database);
    read.push(file);
    for (const finding of recommendations)
      for (const { metric, value } of finding.evidence) {
        if (typeof value !== 'number' || DATA_SHEET.includes(metric)) continue;
        const figure = sqlFigure(metric, finding, truth);
        expect([finding.id, metric, figure === undefined ? 'not computed' : 'computed']).toEqual([
          finding.id,
          metric,
          'computed',
        ]);
        const isClose = Math.abs((figure ?? 0) - value) <= 1e-4 * Math.max(1, Math.abs(value));
        expect([finding.id, metric, value, isClose ? value : figure]).toEqual([finding.id, metric, value, value]);
      }
  });

  it('was computed for every file that can be read', () => {
    if (SHARED === null) return;
    expect(read.sort()).toEqual(traces());
  });

  it.each(['traces/edge_not_rocpd.db', 'traces/edge_truncated.db'])(
    '%s cannot be read and gives none',
    async (file) => {
      const diagnosed = diagnosis.diagnoseTrace({ database_path: path.join(SHARED ?? '', file) });
      await expect(diagnosed).rejects.toMatchObject({ code: expect.any(String) });
    },
  );
});
