import { describe, expect, it } from '@jest/globals';
import {
  bytesText,
  chipBytesText,
  countText,
  numberText,
  percentText,
  rateText,
  timeText,
} from '../../../src/lib/diagnosis/figures.js';

describe('figures in sentences', () => {
  it.each([
    [0, '0 ns'],
    [7, '7 ns'],
    [999, '999 ns'],
    [999.6, '1.00 µs'],
    [1234, '1.23 µs'],
    [12_345, '12.3 µs'],
    [999_600, '1.00 ms'],
    [463_397_695, '463 ms'],
    [13_291_724_522, '13.3 s'],
    [3_600_000_000_000, '3600 s'],
  ])('shows %p ns as %p', (ns, text) => expect(timeText(ns)).toBe(text));

  it('shows percents with one decimal, ties to even by the binary value', () => {
    expect([25, 72.25, 99.96, 0].map(percentText)).toEqual(['25.0%', '72.2%', '100.0%', '0.0%']);
  });

  it('shows rates, sizes and counts in their units', () => {
    expect([5, 1493.933].map(rateText)).toEqual(['5.00 GB/s', '1493.93 GB/s']);
    expect([0, 512, 1536, 1_048_576, 2 ** 31].map(bytesText)).toEqual(['0 B', '512 B', '1.5 kB', '1.0 MB', '2.1 GB']);
    expect([999, 999_960].map(bytesText)).toEqual(['999 B', '1.0 MB']);
    expect([65_536, 2 ** 20].map(chipBytesText)).toEqual(['64.0 KiB', '1.0 MiB']);
    expect(['0.0%', '4,375.6%']).toEqual([0.04, 4375.61].map(percentText));
    expect([0, 999, 1000, 12_412, 1_234_567].map(numberText)).toEqual(['0', '999', '1,000', '12,412', '1,234,567']);
    expect([countText(1, 'call'), countText(1001, 'call'), countText(2, 'copy', 'copies')]).toEqual([
      '1 call',
      '1,001 calls',
      '2 copies',
    ]);
  });
});
