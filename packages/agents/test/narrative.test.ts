import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { analyzeTrace } from '../src/index.js';
import type { Report } from '../src/index.js';
import { RECORDINGS } from './recordings.js';

const UNITS: Readonly<Record<string, number>> = { ns: 1, µs: 1e3, ms: 1e6, s: 1e9 };
/** A number that is no part of a name, with its unit if it has one. */
const FIGURE =
  /(?<![\w.,…-])(\d+(?:,\d{3})*(?:\.\d+)?)(?:\s?(%|ns|µs|ms|s|GB\/s|kB|MB|GB|KiB|MiB|GiB)(?!\w))?(?![\w.]*[A-Za-z_])/g;

/** All numbers of a report that are no words of it. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(numbersOf);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(numbersOf);
  return [];
}

/** Figures of a text that are not among the numbers, as the text rounds them. */
export function strangeFigures(text: string, numbers: readonly number[]): string[] {
  const exact = new Set(numbers);
  const percents = new Set(numbers.flatMap((value) => [value.toFixed(1), (100 * value).toFixed(1)]));
  const rounded = new Set(numbers.flatMap((value) => [value, value * 1e3].map((ns) => Number(ns.toPrecision(3)))));
  const twoDigits = new Set(numbers.map((value) => value.toFixed(2)));
  const oneDigit = new Set(numbers.map((value) => value.toFixed(1)));
  return [...text.matchAll(FIGURE)].flatMap(([whole, figure = '', unit]) => {
    const value = Number(figure.replaceAll(',', ''));
    if (unit === '%') return percents.has(value.toFixed(1)) ? [] : [whole];
    if (unit !== undefined && unit in UNITS)
      return rounded.has(Number((value * (UNITS[unit] ?? 1)).toPrecision(3))) ? [] : [whole];
    return exact.has(value) || twoDigits.has(figure) || oneDigit.has(figure) ? [] : [whole];
  });
}

/** Names of a trace hold numbers of their own. */
function withoutNames({ narrative, hotspots, api_breakdown: api }: Report): string {
  const names = [...hotspots.map(({ name }) => name), ...api.api_calls.map(({ name }) => name)];
  return names.reduce((text, name) => text.replaceAll(name, 'X'), narrative);
}

const files =
  RECORDINGS === null
    ? []
    : [
        ...fs
          .readdirSync(RECORDINGS)
          .filter((name) => /^(?!edge_(not|trunc)).*\.(db|rpd)$/.test(name))
          .map((name) => path.join('traces', name)),
        ...fs.readdirSync(path.join(RECORDINGS, '../planted')).map((name) => path.join('planted', name, 'trace.db')),
      ].filter((file) => fs.existsSync(path.join(RECORDINGS ?? '', '..', file)));
const suite = files.length === 0 ? describe.skip : describe;

describe('figures of a text', () => {
  it('are found and compared as they are rounded', () => {
    expect(strangeFigures('Of 84.3 ms, copies take 44.4% in 27 copies of k_12.', [84_295_134, 44.367, 27])).toEqual([]);
    expect(strangeFigures('4,103 kernels of 1,000,000', [4103, 1e6])).toEqual([]);
    expect(strangeFigures('4,103 kernels', [103])).toEqual(['4,103']);
    expect(strangeFigures('44.5% of 84.2 ms, 28 times', [84_295_134, 44.367, 27])).toEqual(['44.5%', '84.2 ms', '28']);
  });
});

suite('narratives', () => {
  it.each(files.length === 0 ? ['none'] : files)('%s: no figure that is not in the report', async (file) => {
    const report = await analyzeTrace(
      { database_path: path.join(RECORDINGS ?? '', '..', file) },
      { timestamps: false },
    );
    expect(strangeFigures(withoutNames(report), numbersOf(report))).toEqual([]);
    expect(report.narrative).toMatch(/\d/);
  });
});
