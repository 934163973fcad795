import { describe, expect, it } from '@jest/globals';
import { CONDITIONS_PATTERN, checkCondition, parseConditions } from '../src/condition.js';

describe('parseConditions', () => {
  it('reads conditions joined by and', () => {
    expect(parseConditions('hbm_util >= 0.80 and l2_hit_rate < 0.60')).toEqual([
      { metric: 'hbm_util', op: '>=', threshold: 0.8 },
      { metric: 'l2_hit_rate', op: '<', threshold: 0.6 },
    ]);
  });

  it('refuses other text, and so does the pattern of the schemas', () => {
    for (const text of ['', 'a', 'a => 1', '0.4 <= a < 0.7', 'a > 1 and']) {
      expect(() => parseConditions(text)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
      expect(CONDITIONS_PATTERN.test(text)).toBe(false);
    }
  });
});

describe('checkCondition', () => {
  it.each([
    ['>', [false, false, true]],
    ['>=', [false, true, true]],
    ['<', [true, false, false]],
    ['<=', [true, true, false]],
    ['==', [false, true, false]],
    ['!=', [true, false, true]],
  ] as const)('%s compares with the threshold', (op, expected) => {
    const condition = { metric: 'm', op, threshold: 1 };
    expect([0, 1, 2].map((value) => checkCondition(condition, value) === 'holds')).toEqual(expected);
  });

  it('takes true and false as 1 and 0, and what is missing as unknown', () => {
    const condition = { metric: 'm', op: '==', threshold: 1 } as const;
    expect([true, false].map((value) => checkCondition(condition, value))).toEqual(['holds', 'fails']);
    expect([null, undefined, Number.NaN].map((value) => checkCondition(condition, value))).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
  });
});
