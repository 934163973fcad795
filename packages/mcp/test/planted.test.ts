import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { connect, newFolder } from './support/connect.js';
import type { Connection } from './support/connect.js';

jest.setTimeout(120_000);

const SHARED = process.env['PERFXPERT_SHARED'] ?? path.resolve(import.meta.dirname, '../../../../shared');
const PLANTED = path.join(SHARED, 'planted');
const MOST_CALLS = 4;
/** Bytes of twelve thousand tokens. */
const MOST_BYTES = 36_000;

interface Truth {
  readonly kind: string;
  readonly primary_accepted?: readonly string[];
  readonly guilty?: { readonly kind: string; readonly names: readonly string[] } | null;
  readonly verdict?: string;
  readonly regressed_kernels?: readonly (string | { readonly name: string })[];
}

const isThere = fs.existsSync(PLANTED);
if (!isThere) process.stderr.write('planted traces are not here: skipped\n');
const scenarios = isThere
  ? fs.readdirSync(PLANTED).filter((name) => fs.existsSync(path.join(PLANTED, name, 'truth.json')))
  : [];
const truthOf = (name: string) => JSON.parse(fs.readFileSync(path.join(PLANTED, name, 'truth.json'), 'utf8')) as Truth;

let server: Connection;
let bytes = 0;
let calls = 0;

/** A call as a client makes it that was told nothing but the server's instructions. */
async function call(name: string, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  calls++;
  const answer = await server.call(name, input);
  expect(answer.isError).toBe(false);
  bytes += Buffer.byteLength(answer.text) + Buffer.byteLength(JSON.stringify(answer.payload));
  return answer.payload;
}

(isThere ? describe : describe.skip)('a client that knows only the instructions', () => {
  beforeAll(async () => {
    server = await connect(['--root', PLANTED, '--toolset', 'core'], { cwd: newFolder() });
  });

  it.each(scenarios)('%s: verdict and guilty kernel', async (name) => {
    [bytes, calls] = [0, 0];
    const truth = truthOf(name);
    const steps = server.client.getInstructions() ?? '';
    // The first step, and the last, name their tools.
    const [analyze = '', compare = ''] = [/1\. (\S+) /.exec(steps)?.[1], /4\. After a change: (\S+) /.exec(steps)?.[1]];
    if (truth.kind === 'pair') {
      const files = ['baseline.db', 'candidate.db'].map((file) => path.join(PLANTED, name, file));
      const answer = await call(compare, { baseline_db: files[0], new_db: files[1] });
      expect(answer['verdict']).toBe(truth.verdict);
      const slower = JSON.stringify(answer['primary_regressions']);
      for (const kernel of truth.regressed_kernels ?? [])
        expect(slower).toContain(typeof kernel === 'string' ? kernel : kernel.name);
    } else {
      const database = path.join(PLANTED, name, 'trace.db');
      const answer = await call(analyze, { database_path: database });
      expect(truth.primary_accepted).toContain(answer['primary_bottleneck']);
      const [first] = answer['recommendations'] as { id: string; target: string | null; kernels?: string[] }[];
      if (truth.guilty?.kind === 'kernel') {
        const named = [first?.target ?? '', ...(first?.kernels ?? [])].join(' ');
        expect(truth.guilty.names.some((guilty) => named.includes(guilty))).toBe(true);
      }
      if (first !== undefined)
        await call('perfxpert_explain_finding', { database_path: database, finding_id: first.id });
    }
    expect(calls).toBeLessThanOrEqual(MOST_CALLS);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  });
});
