import { describe, expect, it } from '@jest/globals';
import { DARK, LIGHT } from '../../../src/render/html/style/tokens.js';

type Rgb = readonly [number, number, number];

function linear(color: string): Rgb {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** Contrast of two colours. Source: WCAG 2.2, relative luminance and contrast ratio. */
function contrast(first: string, second: string): number {
  const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
  const [a, b] = [luminance(linear(first)), luminance(linear(second))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Source: Björn Ottosson, OKLab. */
function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Colours as people without one kind of cone see them. Source: Machado, Oliveira, Fernandes 2009, severity 1. */
const VISION: Readonly<Record<string, readonly Rgb[]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(color: string, matrix: readonly Rgb[]): Rgb {
  const [r, g, b] = linear(color);
  const row = ([x, y, z]: Rgb): number => Math.min(1, Math.max(0, x * r + y * g + z * b));
  return [row(matrix[0]!), row(matrix[1]!), row(matrix[2]!)];
}

function distance(a: Rgb, b: Rgb): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const FILLS = ['compute', 'comm', 'copy', 'api'] as const;

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('the %s look', (_, tokens) => {
  it.each(['ink', 'ink2', 'ink3', 'accent', 'worse', 'better', 'warn'] as const)('has readable %s', (text) => {
    for (const ground of ['bg', 'surface', 'sunken'] as const)
      expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(FILLS)('has a fill for %s that stands out, with readable text on it', (fill) => {
    for (const ground of ['bg', 'surface'] as const)
      expect(contrast(tokens[fill], tokens[ground])).toBeGreaterThanOrEqual(3);
    expect(contrast(tokens[`on-${fill}`], tokens[fill])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(VISION))('has fills that differ for %s vision', (_name, matrix) => {
    for (const [index, first] of FILLS.entries())
      for (const second of FILLS.slice(index + 1))
        expect(
          distance(oklab(seen(tokens[first], matrix)), oklab(seen(tokens[second], matrix))),
        ).toBeGreaterThanOrEqual(0.14);
  });

  it('has readable text on marked rows', () => {
    expect(contrast(tokens.ink, tokens.mark)).toBeGreaterThanOrEqual(4.5);
  });
});
