import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { ProcessSpec } from '@perfxpert/rocpd/testing';
import stringWidth from 'string-width';
import { HOSTILE_NAMES } from './fixtures/comparison-runs.js';
import { all, parsePage, textOf } from './fixtures/html-page.js';
import { runMain } from './fixtures/run-main.js';

// What the commands load on demand takes its time on a busy machine.
jest.setTimeout(120_000);

const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'perfxpert-hostile-'));
const traceOf = (name: string) => path.join(folder, `${name}.db`);

/** A small run in which every name that a trace can choose comes from `names`, in turn. */
function spec(names: readonly string[]): ProcessSpec {
  const name = (index: number) => names[index % names.length] ?? '';
  const step = (index: number) => index * 100_000;
  const count = 12;
  return {
    command: `./app ${name(0)}`,
    node: { hostname: name(1) },
    agents: [{ type: 'CPU' }, { type: 'GPU', name: 'gfx942', productName: name(3) }],
    kernels: Array.from({ length: count }, (_, index) => ({
      name: name(index),
      startNs: step(index) + 10_000,
      endNs: step(index) + 60_000,
      stackId: index + 1,
      counters: { [name(index).slice(0, 200)]: 5, SQ_WAVES: 100 },
    })),
    copies: Array.from({ length: 4 }, (_, index) => ({
      name: name(index),
      startNs: step(index) + 61_000,
      endNs: step(index) + 90_000,
      bytes: 4_096,
    })),
    regions: Array.from({ length: count }, (_, index) => [
      { name: 'hipLaunchKernel', startNs: step(index), endNs: step(index) + 5_000, stackId: index + 1 },
      { name: name(index), startNs: step(index) + 6_000, endNs: step(index) + 9_000, category: 'HIP_RUNTIME_API' },
      { startNs: step(index), endNs: step(index) + 95_000, category: 'MARKER_CORE_RANGE_API', message: name(index) },
    ]).flat(),
  };
}

beforeAll(() => {
  buildTrace(spec(HOSTILE_NAMES), { path: traceOf('hostile') });
  buildTrace(spec(HOSTILE_NAMES.map((_, index) => `harmless_${String(index)}`)), { path: traceOf('harmless') });
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Characters that a terminal or a viewer obeys instead of showing, but for the end of a line. */
const HIDDEN = /[\x00-\x09\x0b-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

async function outputOf(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await runMain(argv, { cwd: folder });
  expect([argv, code, HIDDEN.exec(stderr)]).toEqual([argv, 0, null]);
  return stdout;
}

describe('hostile names in everything that a trace names', () => {
  const hostile = traceOf('hostile');

  it.each([
    ['analyze', '-i', hostile],
    ['analyze', '-i', hostile, '--format', 'markdown'],
    ['analyze', '-i', hostile, '--format', 'json'],
    ['analyze', '-i', hostile, '--format', 'csv'],
    ['analyze', '-i', hostile, '--baseline', hostile],
    ['analyze', '-i', hostile, '--advanced', '--verbose'],
    ['validate', hostile],
    ['validate', hostile, '--json'],
    ['diff', traceOf('harmless'), hostile],
    ['ci', hostile, hostile, '--kernel-threshold', '1', '--annotations'],
    ['ci', hostile, hostile, '--format', 'markdown'],
    ['query', hostile, 'select * from kernels'],
    ['query', hostile, 'select * from kernels', '--format', 'json'],
    ['query', hostile, 'select * from regions', '--format', 'csv'],
    ['export', '-i', hostile, '--format', 'chrome', '-o', '-'],
  ])('no character of them is obeyed: %s %#', async (...argv) => {
    expect(HIDDEN.exec(await outputOf(...argv))).toBeNull();
  });

  it('each finding can be explained', async () => {
    const { recommendations } = JSON.parse(await outputOf('analyze', '-i', hostile, '--format', 'json')) as {
      recommendations: { id: string }[];
    };
    expect(recommendations.length).toBeGreaterThan(0);
    for (const { id } of recommendations) expect(HIDDEN.exec(await outputOf('explain', id, '-i', hostile))).toBeNull();
  });

  it('JSON has the names whole, and a report can be drawn from it', async () => {
    const json = await outputOf('analyze', '-i', hostile, '--format', 'json', '--top-kernels', '20');
    const { hotspots } = JSON.parse(json) as { hotspots: { name: string }[] };
    expect(new Set(hotspots.map(({ name }) => name))).toEqual(new Set(HOSTILE_NAMES));
    const file = path.join(folder, 'report.json');
    fs.writeFileSync(file, json);
    for (const format of ['text', 'markdown', 'csv'])
      expect(HIDDEN.exec(await outputOf('render', file, '--format', format))).toBeNull();
  });

  it('the page has the elements of a harmless one and nothing that runs', async () => {
    const [page, plain] = [hostile, traceOf('harmless')].map(async (file) =>
      parsePage(await outputOf('analyze', '-i', file, '--format', 'webview', '--no-timestamps')),
    );
    const [own, other] = [await page, await plain];
    if (own === undefined || other === undefined) throw new Error('no page');
    expect(own.errors).toEqual([]);
    for (const tag of ['script', 'img', 'iframe', 'a', 'section', 'form', 'svg'])
      expect([tag, all(own, tag).length]).toEqual([tag, all(other, tag).length]);
    expect(own.elements.flatMap(({ attrs }) => attrs.filter(({ name }) => name.startsWith('on')))).toEqual([]);
    expect(HIDDEN.exec(textOf(all(own, 'main')[0]))).toBeNull();
  });

  it('lines of the text are as wide as they may be, whatever the script of a name', async () => {
    const lines = (await outputOf('analyze', '-i', hostile)).split('\n');
    expect(lines.filter((line) => stringWidth(line) > 92 && !line.includes('rocprof'))).toEqual([]);
  });

  it('whole output stays small though one name has 100 KB (hard input 24, hard input 40)', async () => {
    for (const format of ['text', 'markdown', 'webview'])
      expect((await outputOf('analyze', '-i', hostile, '--format', format)).length).toBeLessThan(2_000_000);
  });
});
