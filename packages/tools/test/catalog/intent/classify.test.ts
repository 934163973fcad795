import { describe, expect, it } from '@jest/globals';
import { classify, classifyTool } from '../../../src/catalog/intent/classify.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

const patternOf = (query: string) => classify({ user_query: query }).matched_pattern;

describe('intent.classify', () => {
  it.each([
    ['Why is my kernel slow?', 'analyze'],
    ['why is my kernel slow', 'analyze'],
    ["what's the bottleneck", 'analyze'],
    ['how do I fix the memcpy overhead', 'optimize'],
    ['did my patch help', 'verify'],
    ['what is the ridge point', 'explain'],
    ['help', 'help'],
  ])('%s: %s', (query, intent) => {
    expect(classify({ user_query: query })).toMatchObject({ intent, confidence: 0.9 });
  });

  it.each([
    ['compare run A with run B', 'verify.compare_run'],
    ['please compare both runs', 'verify.compare_run'],
    ['Is this better now?', 'verify.is_this_better'],
    ['is there a regression', 'verify.regression'],
    ['What can you do', 'help.what_can'],
    ['How do I use this', 'help.how_do_i_use'],
    ['suggest some optimizations', 'optimize.suggest_optimization'],
    ['optimizing attention', 'optimize.optimize'],
    ['what does LDS mean', 'explain.what_is'],
    ['what means occupancy', 'explain.what_is'],
    ['define occupancy', 'explain.define'],
    ['investigate', 'analyze.investigate'],
  ])('%s: %s', (query, pattern) => {
    expect(patternOf(query)).toBe(pattern);
  });

  it('matches whole words only', () => {
    expect(patternOf('helpless')).toBeNull();
    expect(patternOf('retrace')).toBeNull();
  });

  it('huh: a guess with a warning', async () => {
    const expected = classify({ user_query: 'huh' });
    expect(expected).toMatchObject({ intent: 'analyze', confidence: 0.3, matched_pattern: null });
    expect(expected.warning).not.toBeUndefined();
    await expectOverTheWire(classifyTool, { user_query: 'huh' }, expected);
  });

  it('takes long hostile text in its stride', () => {
    expect(classify({ user_query: 'did what how compare '.repeat(4000) }).intent).toBe('analyze');
  });
});
