import { describe, expect, it } from '@jest/globals';
import { runMain } from './fixtures/run-main.js';

const explained = async (word: string) => {
  const { code, stdout, stderr } = await runMain(['explain', word, '--format', 'json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as { kind: string; text: string; unit: string | null; facts: { name: string }[] };
};

describe('perfxpert explain, without a trace', () => {
  it.each([
    ['TCC_HIT_sum', 'counter', /./],
    ['l2_hit_rate', 'metric', /./],
    ['OccupancyPercent', 'metric', /./],
    ['ROCPD-MEMCPY-001', 'rule', /copies that no kernel covers/],
    // Of a report: with the hash of a kernel, and a repeat
    ['ROCPD-OCCUPANCY-001-1f2e3d4c', 'rule', /waves/],
    ['ROCPD-MEMCPY-002', 'rule', /copies/],
    ['ROCPD-SRC-MEMCPY-SYNC-001', 'rule', /host waits/],
    ['launch_bound', 'driver', /launched one by one/],
    ['late launch', 'idle cause', /launched inside it/],
    ['reduce_vgpr', 'technique', /registers/],
    ['api_exposed_ns', 'field', /./],
    ['hotspots[].percent_of_total', 'field', /./],
  ])('says what %s is: a %s', async (word, kind, text) => {
    expect(await explained(word)).toMatchObject({ kind, text: expect.stringMatching(text) });
  });

  it('gives unit and formula of a metric, by architecture', async () => {
    const { unit, facts } = await explained('l2_hit_rate');
    expect(unit).toBe('fraction');
    expect(facts.map(({ name }) => name)).toEqual(expect.arrayContaining([expect.stringMatching(/^formula on gfx9/)]));
  });

  it('reads in a terminal', async () => {
    const { stdout } = await runMain(['explain', 'ROCPD-RCCL-001']);
    expect(stdout).toMatch(/^ROCPD-RCCL-001 +rule\n {2}Communication is not covered by computing\.\n {4}fires when: /);
  });

  it('suggests what a misspelt word may be: exit 2, one line', async () => {
    const { code, stdout, stderr } = await runMain(['explain', 'l2_hitrate']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^perfxpert: l2_hitrate: no metric, counter, .* perhaps l2_hit_rate[^\n]*\n$/);
    expect((await runMain(['explain', 'xyzzy-plugh'])).stderr).not.toContain('perhaps');
  });

  it('asks for a word', async () => {
    expect((await runMain(['explain'])).stderr).toMatch(/say what to explain/);
  });
});
