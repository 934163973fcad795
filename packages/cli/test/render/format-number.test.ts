import { describe, expect, it } from '@jest/globals';
import {
  formatBytes,
  formatChipBytes,
  formatCount,
  formatDuration,
  formatFixed,
  formatPercent,
  formatPlain,
  formatRate,
  formatSignificant,
  formatWholePercent,
} from '../../src/render/format-number.js';

/** Numbers and units are joined by a no-break space. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('formatDuration', () => {
  it.each([
    [0, '0 ns'],
    [1, '1 ns'],
    [999, '999 ns'],
    [12.34, '12.3 ns'],
    [999.6, '1.00 µs'],
    // R23's times, with three significant digits (docs/decisions/0023): 999, 1000, 1234567, 12345678901
    [1_000, '1.00 µs'],
    [4_640, '4.64 µs'],
    [1_234_567, '1.23 ms'],
    [999_600, '1.00 ms'],
    [999_400, '999 µs'],
    [86_690_000, '86.7 ms'],
    [12_345_678_901, '12.3 s'],
    [1_234_567_000_000, '1,235 s'],
  ])('%d ns is %s', (nanoseconds, expected) => {
    expect(plain(formatDuration(nanoseconds))).toBe(expected);
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [170.5, '170.5 B'],
    // R24, R25: one decimal policy in every format
    [1_023, '1.0 kB'],
    [1_048_576, '1.0 MB'],
    [500_000_000, '500.0 MB'],
    // 999,960 / 1000 = 999.96, which rounds to 1000.0 and so carries
    [999_960, '1.0 MB'],
    [5e12, '5.0 TB'],
  ])('%d bytes are %s', (bytes, expected) => {
    expect(plain(formatBytes(bytes))).toBe(expected);
  });
});

describe('formatChipBytes', () => {
  it('is binary, as data sheets give LDS', () => {
    expect([65_536, 1_023, 1_048_576].map((bytes) => plain(formatChipBytes(bytes)))).toEqual([
      '64.0 KiB',
      '1,023 B',
      '1.0 MiB',
    ]);
  });
});

describe('formatFixed', () => {
  it('groups thousands and keeps the decimals', () => {
    expect(formatFixed(1234567.891, 2)).toBe('1,234,567.89');
    expect(formatFixed(999.999, 2)).toBe('1,000.00');
    expect(formatCount(12_412)).toBe('12,412');
  });

  it('has no sign where the value rounds to zero', () => {
    expect(formatFixed(-0.001, 2)).toBe('0.00');
    expect(formatFixed(-1.5, 1)).toBe('-1.5');
  });
});

describe('formatSignificant', () => {
  it.each([
    [0, '0'],
    [0.01234, '0.0123'],
    [9.996, '10.0'],
    [21.24, '21.2'],
    [999.6, '1,000'],
    [123_456, '123,456'],
    [-2.5, '-2.50'],
  ])('%d is %s', (value, expected) => {
    expect(formatSignificant(value)).toBe(expected);
  });

  it('is never scientific', () => {
    expect(formatSignificant(1e-12)).toBe('0.000000000');
  });
});

describe('formatPlain', () => {
  it('keeps whole numbers whole', () => {
    expect([formatPlain(64), formatPlain(10.25)]).toEqual(['64', '10.3']);
  });
});

describe('formatRate', () => {
  it('goes on to TB/s after rounding', () => {
    expect(plain(formatRate(31.4607))).toBe('31.5 GB/s');
    expect(plain(formatRate(999.7))).toBe('1.00 TB/s');
    expect(plain(formatRate(5_324.8))).toBe('5.32 TB/s');
  });
});

describe('percent', () => {
  it('has one decimal as a share and none as a coverage', () => {
    expect(formatPercent(30.44)).toBe('30.4%');
    // 0.29 * 100 is 28.999999999999996 in floating point
    expect(formatWholePercent(0.29)).toBe('29%');
    expect(formatWholePercent(1)).toBe('100%');
  });
});
