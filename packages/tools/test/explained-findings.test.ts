import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { diagnosis } from '../src/index.js';
import { findSharedFolder } from './support/shared-traces.js';

const SHARED = findSharedFolder();
const suite = SHARED === null ? describe.skip : describe;

/** Files of recordings and planted traces, relative to the shared folder; none where there is no such folder. */
function traces(): string[] {
  if (SHARED === null) return ['none'];
  const recorded = fs
    .readdirSync(path.join(SHARED, 'traces'))
    .filter((name) => /^(?!edge_(not|trunc)).*\.(db|rpd)$/.test(name));
  const planted = fs.readdirSync(path.join(SHARED, 'planted')).map((name) => path.join('planted', name, 'trace.db'));
  return [
    ...recorded.map((name) => path.join('traces', name)),
    ...planted.filter((file) => fs.existsSync(path.join(SHARED, file))),
  ].sort();
}

/** Labels that are words of the diagnosis and no figures. */
const ELSEWHERE: readonly string[] = ['driver'];

/** The four ranks of one job belong together, beside being traces of their own. */
const RANKS = [0, 1, 2, 3].map((rank) => `traces/ddp_resnet_mi300x_rank${rank}.db`);

suite('each finding of each trace', () => {
  it.each([...traces().map((file) => [file, [file]] as const), ['four ranks', RANKS] as const])(
    '%s: has a proof whose figures come out again',
    async (_name, files) => {
      const database = files.map((file) => path.join(SHARED ?? '', file));
      const { recommendations } = await diagnosis.diagnoseTrace({ database_path: database });
      for (const { id, recoverable_ns: boundNs } of recommendations) {
        const proof = await diagnosis.explainFinding({ database_path: database, finding_id: id });
        expect(proof.finding.id).toBe(id);
        for (const { metric, value, recomputed, agrees, tool_call: call } of proof.figures) {
          if (ELSEWHERE.includes(metric)) continue;
          expect([id, metric, recomputed, agrees]).toEqual([
            id,
            metric,
            value === null ? null : expect.anything(),
            true,
          ]);
          expect(call?.tool).toMatch(/^[a-z_]+\.[a-z_]+$/);
        }
        if (boundNs !== null) {
          expect(proof.arithmetic[0]).toMatchObject({ result: 'recoverable_ns', value: boundNs });
          expect(proof.arithmetic[0]?.operands.length).toBeGreaterThan(0);
        }
        expect(proof.rows.length + proof.gaps.length > 0 || proof.rows_reason !== null).toBe(true);
      }
    },
  );
});
