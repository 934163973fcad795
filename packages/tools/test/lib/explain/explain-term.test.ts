import { describe, expect, it } from '@jest/globals';
import { RULES } from '../../../src/lib/diagnosis/rules/index.js';
import { explainableTerms, explainTerm } from '../../../src/lib/explain/explain-term.js';
import { nearestTerms } from '../../../src/lib/explain/nearest-terms.js';
import { RULE_TEXTS } from '../../../src/lib/explain/rule-texts.js';

describe('explainTerm', () => {
  it('has words for every rule of the diagnosis, and for no others', () => {
    expect(Object.keys(RULE_TEXTS).sort()).toEqual(RULES.map(({ id }) => id).sort());
  });

  it('explains every term that it lists, in sentences', () => {
    for (const term of explainableTerms()) {
      const explanation = explainTerm(term);
      expect({ term, text: explanation?.text }).toEqual({ term, text: expect.stringMatching(/^\S.*[.!?]$/s) });
    }
  });

  it('knows nothing of other words', () => {
    expect([explainTerm('constructor'), explainTerm(''), explainTerm('ROCPD-NOTHING-001')]).toEqual([null, null, null]);
  });
});

describe('nearestTerms', () => {
  it('finds names by few changes of letters, whatever their case', () => {
    expect(nearestTerms('sq_wave', ['SQ_WAVES', 'SQ_BUSY', 'TCC_HIT'])).toEqual(['SQ_WAVES']);
    expect(nearestTerms('x'.repeat(1e6), ['SQ_WAVES'])).toEqual([]);
  });
});
