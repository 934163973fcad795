import fs from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { RULES } from '../../../src/lib/diagnosis/rules/index.js';
import { explainableTerms, explainTerm } from '../../../src/lib/explain/explain-term.js';
import { nearestTerms } from '../../../src/lib/explain/nearest-terms.js';
import { DRIVER_TEXTS } from '../../../src/lib/explain/verdict-texts.js';
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

  it('says what the words of a verdict and of idle time are', () => {
    expect(explainTerm('pageable_copy')).toMatchObject({ kind: 'driver', facts: [{ value: 'memory_transfer' }] });
    expect(explainTerm('latency')).toMatchObject({ kind: 'class' });
    expect(explainTerm('latency')?.facts[0]?.value.split(', ')).toContain('cpu_bound_host');
    // as in the tables of a report
    for (const [words, cause] of [
      ['late launch', 'late_launch'],
      ['copy calls', 'copy'],
      ['compile, load', 'compile_load'],
      ['queue order', 'queue_dependency'],
    ] as const)
      expect(explainTerm(words)).toMatchObject({ term: cause, kind: 'idle cause' });
  });

  it('has words for every driver that the documentation has', () => {
    const page = fs.readFileSync(new URL('../../../../../docs/diagnosis.md', import.meta.url), 'utf8');
    const table = page.slice(page.search(/^\| driver +\| class/m), page.indexOf('The driver is null where'));
    const names = table
      .split('\n')
      .slice(2)
      .flatMap((line) => (line.split('|')[1] ?? '').split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '' && name !== 'mixed');
    expect(Object.keys(DRIVER_TEXTS).sort()).toEqual(names.sort());
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
