import { describe, expect, it } from '@jest/globals';
import { quantityIn, readQuantity } from '../../../src/lib/gpu-tools/quantity.js';

describe('readQuantity', () => {
  it.each([
    [
      { value: 97, unit: '%' },
      { value: 97, unit: '%' },
    ],
    [{ value: '500 MHz' }, { value: 500, unit: 'MHz' }],
    [
      { value: 3, unit: '' },
      { value: 3, unit: null },
    ],
    [0, { value: 0, unit: null }],
    ['(800Mhz)', { value: 800, unit: 'Mhz' }],
    [' -4.5e1 ', { value: -45, unit: null }],
    ['65.0c', { value: 65, unit: 'c' }],
  ])('%j', (raw, quantity) => {
    expect(readQuantity(raw)).toEqual(quantity);
  });

  it.each([
    'N/A',
    '',
    'N/A (Secondary die)',
    'S',
    '1e999',
    '0x40',
    '12 34',
    '9'.repeat(65),
    null,
    undefined,
    true,
    [],
    {},
    Number.NaN,
    { value: 'N/A', unit: 'W' },
    { value: { value: 3 } },
    { value: null },
  ])('%j is unknown', (raw) => {
    expect(readQuantity(raw)).toBeNull();
  });
});

describe('quantityIn', () => {
  it('converts by the unit that is printed, or the one that is usual', () => {
    expect(quantityIn('byte', { value: 3, unit: 'MB' })).toBe(3 * 2 ** 20);
    expect(quantityIn('byte', 3, 'GB')).toBe(3 * 2 ** 30);
    expect(quantityIn('byte', '3')).toBe(3);
    expect(quantityIn('mhz', '1.3 GHz')).toBe(1300);
    expect(quantityIn('gbps', { value: 5325, unit: 'GB/s' })).toBe(5325);
  });

  it('knows nothing of a value in the unit of something else', () => {
    expect(quantityIn('watt', '5 C')).toBeNull();
    expect(quantityIn('watt', { value: 5, unit: 'constructor' })).toBeNull();
  });
});
