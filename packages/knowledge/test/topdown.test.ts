import { describe, expect, it } from '@jest/globals';
import { checkCondition, topdownCatalogue, topdownRedFlags } from '../src/index.js';

describe('topdownRedFlags', () => {
  it('stand in order and fire from their threshold on', () => {
    expect(topdownRedFlags().map(({ name, metric, threshold }) => [name, metric, threshold])).toEqual([
      ['memcpy_dominant', 'memcpy_frac', 0.2],
      ['api_overhead_high', 'api_overhead_frac', 0.1],
      ['gpu_idle_high', 'gpu_idle_frac', 0.1],
    ]);
    const fired = (values: number[]) =>
      topdownRedFlags().map((flag, index) => checkCondition(flag, values[index]) === 'holds');
    expect(fired([0.2, 0.1, 0.1])).toEqual([true, true, true]);
    expect(fired([0.19, 0.09, 0.09])).toEqual([false, false, false]);
  });
});

describe('division of time', () => {
  it('is a tree: each node has one parent, the root none', () => {
    const { tree } = topdownCatalogue();
    const children = tree.flatMap((entry) => entry.children);
    expect(new Set(children).size).toBe(children.length);
    expect(tree.map((entry) => entry.node).filter((node) => !children.includes(node))).toEqual(['wall']);
  });
});
