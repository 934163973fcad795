import { describe, expect, it } from '@jest/globals';
import { formatQuantity } from '../../src/render/format-quantity.js';

describe('formatQuantity', () => {
  it.each([
    [2_510_000, 'ns', '2.51 ms'],
    [12.5, 'us', '12.5 µs'],
    [3, 'ms', '3.00 ms'],
    [24.44, 'percent', '24.4%'],
    [1_500, 'bytes', '1.5 kB'],
    [12_412, 'count', '12,412'],
    [31.46, 'GB/s', '31.5 GB/s'],
    [0.8312, 'fraction', '83.1%'],
    [4.6952, 'ratio', '4.70 times'],
    [7, 'rank', '7 rank'],
    [7, '', '7'],
    ['rank 3', '', 'rank 3'],
    [null, 'ns', '–'],
    [true, '', 'yes'],
    [1, 'constructor', '1 constructor'],
  ])('%p %s is %s', (value, unit, expected) => {
    expect(formatQuantity(value, unit).replaceAll('\u00a0', ' ')).toBe(expected);
  });
});
