import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { skeletonId } from '../src/proposals/catalog-skeleton.js';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();
const proposal = (id: string, changes: object = {}) => ({
  title: 'LDS Tiling (v2)!',
  hypothesis: 'line\n- id: injected\n  bottleneck_type: evil',
  mechanism: 'M',
  target_kernel: null,
  evidence: [{ kind: 'kernel', ref: 'gemm', observation: 'hot' }],
  expected_effects: [{ metric: 'time', direction: 'decrease' }],
  verification: { metrics: ['time'], success_criteria: [], requires_full_gate_cascade: true },
  assumptions: [],
  failure_modes: ['none: "gained"'],
  confidence: 0.3,
  proposal_id: id,
  status: 'exploratory',
  specialist: 'memory',
  provenance: { provider: 'p', model: 'm', trace_fingerprint: '', fence_sha256: 'f', catalog_sha256: 'c' },
  ...changes,
});

function saved(result: unknown): string {
  const file = path.join(newFolder(), 'result.json');
  fs.writeFileSync(file, JSON.stringify(result));
  return file;
}

describe('proposals', () => {
  it.each([
    ['C27', 'LDS Tiling (v2)!', 'lds_tiling_v2'],
    ['C28', '2x unroll', 'proposal_2x_unroll'],
    ['nothing left', '!!!', 'promoted_proposal'],
    ['too long', 'a'.repeat(60), 'a'.repeat(48)],
  ])('%s: the title %j is promoted as %s', async (_id, title, id) => {
    expect(skeletonId(title)).toBe(id);
    const file = saved({ exploratory_proposals: [proposal('a', { title })] });
    expect((await runMain(['proposals', 'promote', file, 'a'])).stdout).toContain(`- id: ${id}\n`);
  });

  it('are collected from the top, from kernel_deltas and from one level down, once per id', async () => {
    const file = saved({
      exploratory_proposals: [proposal('a')],
      kernel_deltas: { exploratory_proposals: [proposal('b')] },
      nested: { exploratory_proposals: [proposal('a', { title: 'again' }), proposal('c'), { title: 'none' }] },
    });
    const { code, stdout } = await runMain(['proposals', 'list', file, '--json']);
    expect(code).toBe(0);
    const listed = JSON.parse(stdout) as { proposal_id: string; title: string }[];
    expect(listed.map(({ proposal_id: id }) => id)).toEqual(['a', 'b', 'c']);
    expect((await runMain(['proposals', 'list', file])).stdout).toContain('0.30  LDS Tiling (v2)!');
  });

  it('are shown in full, as unproven', async () => {
    const { stdout } = await runMain(['proposals', 'show', saved({ exploratory_proposals: [proposal('a')] }), 'a']);
    expect(stdout).toContain('unproven');
    expect(stdout).toContain('[kernel] gemm: hot');
  });

  it('become a skeleton that no text of them can break', async () => {
    const file = saved({ exploratory_proposals: [proposal('a')] });
    const { code, stdout, stderr } = await runMain(['proposals', 'promote', file, 'a', '--promoted-by', 'Jane: "J"']);
    expect(code).toBe(0);
    expect(stdout).toContain('- id: lds_tiling_v2\n  bottleneck_type: memory_transfer\n');
    expect(stdout.split('\n').filter((line) => line.startsWith('- id:'))).toHaveLength(1);
    expect(stdout).toContain('  # measured_speedup_range: to be measured');
    expect(stderr).toContain('measured_speedup_range, source_citation, preconditions, fixture_pair');
  });

  it('go to a file with -o, never over the result they stand in; -q says nothing of it', async () => {
    const file = saved({ exploratory_proposals: [proposal('a')] });
    const entry = path.join(path.dirname(file), 'entry.yaml');
    const { stdout, stderr } = await runMain(['proposals', 'promote', file, 'a', '-o', entry, '-q']);
    expect([stdout, stderr]).toEqual(['', '']);
    expect(fs.readFileSync(entry, 'utf8')).toContain('- id: lds_tiling_v2\n');
    const before = fs.readFileSync(file, 'utf8');
    const over = await runMain(['proposals', 'promote', file, 'a', '-o', file]);
    expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('is the report itself')]);
    expect(fs.readFileSync(file, 'utf8')).toBe(before);
    expect((await runMain(['proposals', 'promote', file, 'a', '-o', '-'])).stdout).toContain('- id: lds_tiling_v2\n');
  });

  it('that are not there: 2, and the known ids', async () => {
    const { code, stderr } = await runMain([
      'proposals',
      'show',
      saved({ exploratory_proposals: [proposal('a')] }),
      'x',
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('known are a')]);
  });

  it.each([
    ['a file that is missing', '/nowhere/x.json'],
    ['a file that is no JSON', ''],
  ])('%s: 2', async (_what, name) => {
    const file = name === '' ? path.join(newFolder(), 'x.json') : name;
    if (name === '') fs.writeFileSync(file, 'no');
    expect((await runMain(['proposals', 'list', file])).code).toBe(2);
  });
});
