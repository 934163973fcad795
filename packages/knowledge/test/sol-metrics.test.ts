import { describe, expect, it } from '@jest/globals';
import { kernelTypePeak, listKernelTypes, solMetricsCatalogue, utilizationCategory } from '../src/index.js';

describe('speed-of-light data', () => {
  it('has high above medium everywhere', () => {
    const { metrics, sol_utilization_buckets: buckets } = solMetricsCatalogue();
    for (const { high, medium } of [...metrics, buckets]) expect(high).toBeGreaterThan(medium);
  });

  it('leads each kernel type to a type and a unit', () => {
    expect(listKernelTypes().filter((name) => kernelTypePeak(name) === null)).toEqual([]);
    expect(kernelTypePeak('fp64')).toEqual({ dtype: 'fp64', unit: 'vector' });
    expect(kernelTypePeak('bf16')).toEqual({ dtype: 'bf16', unit: 'matrix' });
    expect([kernelTypePeak('fp128'), kernelTypePeak('constructor')]).toEqual([null, null]);
  });
});

describe('utilizationCategory', () => {
  it('is high from 0.80 and medium from 0.50', () => {
    expect([0.85, 0.8, 0.6, 0.5, 0.2].map((frac) => utilizationCategory(frac))).toEqual([
      'high',
      'high',
      'medium',
      'medium',
      'low',
    ]);
  });
});
