import { describe, expect, it } from '@jest/globals';
import { CursorError, budgetView } from '../../src/index.js';
import type { Omission } from '../../src/index.js';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const rows = (count: number, width = 20) =>
  Array.from({ length: count }, (_, index) => ({ index, name: `kernel_${'x'.repeat(width)}` }));

describe('budgetView', () => {
  it('keeps entries of any name, the special ones of JavaScript included', () => {
    const payload: unknown = JSON.parse('{"counters": {"__proto__": {"mean": 1}, "constructor": {"mean": 2}}}');
    expect(JSON.stringify(budgetView(payload))).toBe(JSON.stringify(payload));
  });

  it('returns a payload that fits as it is', () => {
    const payload = { verdict: 'neutral', rows: rows(3), range: [1, 2] };
    expect(budgetView(payload)).toEqual(payload);
  });

  it('puts what is no object under result', () => {
    expect(budgetView([1, 2, 3, 4, 5])).toEqual({ result: [1, 2, 3, 4, 5] });
    expect(budgetView(null)).toEqual({ result: null });
    expect(budgetView('GEMM')).toEqual({ result: 'GEMM' });
  });

  it('keeps to the budget, and names what it left out (hard input 40)', () => {
    const view = budgetView({ kernels: rows(5000), copies: rows(10) });
    expect(bytes(view)).toBeLessThanOrEqual(24_000);
    const kernels = view['kernels'] as unknown[];
    expect(view).toMatchObject({ truncated: true, total_count: 5000 });
    expect(view['omitted']).toEqual([
      { field: 'kernels', total_count: 5000, shown: kernels.length, cursor: view['cursor'] },
    ]);
    expect(view['copies']).toHaveLength(10);
    expect(bytes(budgetView({ kernels: rows(5000) }, { detail: 'full' }))).toBeLessThanOrEqual(60_000);
  });

  it('leads through a whole list by its cursors, each item once (hard input 40)', () => {
    const payload = { kernels: rows(3000), note: 'x' };
    const seen: unknown[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 100; page++) {
      const view = budgetView(payload, { cursor });
      seen.push(...(view['kernels'] as unknown[]));
      cursor = view['cursor'] as string | undefined;
      if (cursor === undefined) break;
    }
    expect(seen).toEqual(payload.kernels);
  });

  it('pages the longest list by limit', () => {
    const first = budgetView({ few: [1, 2, 3, 4, 5], many: rows(9) }, { limit: 4 });
    expect(first).toMatchObject({ many: rows(9).slice(0, 4), few: [1, 2, 3, 4, 5], total_count: 9, truncated: true });
    const second = budgetView({ few: [1, 2, 3, 4, 5], many: rows(9) }, { limit: 4, cursor: String(first['cursor']) });
    expect(second['many']).toEqual(rows(9).slice(4, 8));
  });

  it('leads to lists inside of items, also on a later page', () => {
    const item = (count: number) => ({ variants: rows(count) });
    const payload = { kernels: [item(1), item(4000), item(1)] };
    const { omitted } = budgetView(payload) as unknown as { omitted: Omission[] };
    const inner = omitted.find(({ field }) => field === 'kernels.1.variants');
    expect(inner).toMatchObject({ total_count: 4000 });
    const next = budgetView(payload, { cursor: inner?.cursor });
    const { kernels } = next as unknown as typeof payload;
    expect(kernels[1]?.variants[0]).toEqual(rows(4000)[inner?.shown ?? -1]);
  });

  it('refuses a cursor that no answer of it held', () => {
    expect(() => budgetView({ rows: rows(3) }, { cursor: 'nonsense' })).toThrow(CursorError);
    const elsewhere = Buffer.from(JSON.stringify([1, 'other'])).toString('base64url');
    expect(() => budgetView({ rows: rows(3) }, { cursor: elsewhere })).toThrow(CursorError);
    const proto = Buffer.from(JSON.stringify([0, '__proto__'])).toString('base64url');
    expect(() => budgetView({ rows: rows(3) }, { cursor: proto })).toThrow(CursorError);
  });

  it('cuts names at 512 characters unless they are asked for whole (hard input 24)', () => {
    const name = 'k'.repeat(2000);
    expect(budgetView({ name })['name']).toBe(`${'k'.repeat(383)}…${'k'.repeat(128)}`);
    expect(budgetView({ name }, { detail: 'full' })['name']).toBe(name);
  });

  it('removes characters that do not show, from texts and keys, in both', () => {
    const hostile = 'a\u0000b\u001bc\u0085d\u200be\u202ef\u2066g\ufeffh\ud800';
    for (const detail of ['brief', 'full'] as const)
      expect(budgetView({ [hostile]: hostile }, { detail })).toEqual({ 'abcdefgh\ufffd': 'abcdefgh\ufffd' });
  });

  it('removes words spelled in invisible characters, and keeps a name on one line', () => {
    const tags = [...'run'].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
    const name = `gemm${tags}\u00ad\u061c\u180e\ufe01\u{e0101}\u2028\n\tnt`;
    expect(budgetView({ name, narrative: 'one\ntwo' })).toEqual({ name: 'gemm nt', narrative: 'one\ntwo' });
  });

  it('counts what it left out of maps, and cuts them before lists that are smaller', () => {
    const counters = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`COUNTER_${index}`, { value: index, unit: 'count' }]),
    );
    const view = budgetView({ counters, devices: rows(12), verdict: { evidence: rows(18) } });
    expect(bytes(view)).toBeLessThanOrEqual(24_000);
    const shown = Object.keys(view['counters'] as object).length;
    expect(view).toMatchObject({
      devices: rows(12),
      verdict: { evidence: rows(18) },
      truncated: true,
      omitted: [{ field: 'counters', total_count: 1000, shown }],
    });
    expect([shown >= 100, view]).toEqual([true, expect.not.objectContaining({ cursor: expect.anything() })]);
  });

  it('says how many more lists were cut than it names', () => {
    const lists = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`list_${index}`, rows(100)]));
    const view = budgetView(lists);
    expect(view['omitted']).toHaveLength(8);
    expect(view).toMatchObject({ omitted_more: 12 });
  });

  it('fits whatever it is given', () => {
    const map = Object.fromEntries(rows(5000).map(({ index }) => [`key_${index}`, { value: index, unit: 'percent' }]));
    for (const payload of [
      { map },
      { text: 'word '.repeat(100_000) },
      { names: Array.from({ length: 3 }, () => 'n'.repeat(100_000)) },
      { rows: rows(200, 5000) },
    ])
      for (const [detail, most] of [
        ['brief', 24_000],
        ['full', 60_000],
      ] as const)
        expect(bytes(budgetView(payload, { detail }))).toBeLessThanOrEqual(most);
  });

  it('says that numbers which are not finite are null', () => {
    expect(budgetView({ ratio: Number.NaN, other: 1 })).toEqual({
      ratio: null,
      other: 1,
      notes: ['1 numbers that are not finite are null here.'],
    });
  });
});
