import { describe, expect, it } from '@jest/globals';
import { evaluateFormula, formulaInputs, parseFormula } from '../src/index.js';

const values: Record<string, number> = { A: 8, B: 2, cycles: 4, ZERO: 0 };
const evaluate = (text: string) => evaluateFormula(parseFormula(text), (name) => values[name] ?? null);

describe('formulas', () => {
  it('follow the usual precedence, left to right', () => {
    expect(evaluate('A - B - 1')).toBe(5);
    expect(evaluate('100*A/B/cycles')).toBe(100);
    expect(evaluate('1 + 2*(A-B)/cycles')).toBe(4);
    expect(evaluate('0.5*A')).toBe(4);
  });

  it('are null when an input is missing or a divisor is 0', () => {
    expect(evaluate('A + MISSING')).toBeNull();
    expect(evaluate('A/(B-2)')).toBeNull();
    expect(evaluate('ZERO*A')).toBe(0);
  });

  it('ask for the integral of a level counter', () => {
    const asked: [string, boolean][] = [];
    evaluateFormula(parseFormula('accumulate(L)/L'), (name, accumulated) => {
      asked.push([name, accumulated]);
      return 1;
    });
    expect(asked).toEqual([
      ['L', true],
      ['L', false],
    ]);
  });

  it('list their inputs once', () => {
    expect(formulaInputs(parseFormula('accumulate(L)/A + A*2 - L'))).toEqual(['L', 'A']);
  });

  it.each(['', 'A +', '(A', 'A B', 'A ** B', ')', 'accumulate L', 'accumulate(', '1..2', 'A;B'])(
    'refuse "%s"',
    (text) => {
      expect(() => parseFormula(text)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
    },
  );
});
