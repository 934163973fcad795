import { describe, expect, it } from '@jest/globals';
import { routeQuery } from '../../src/team/route-query.js';

describe('routing a question', () => {
  it.each([
    ['why is this slow?', 'analyze', 0.9],
    ['', 'analyze', 0.3],
    ['did my patch help?', 'verify', 0.9],
    ['suggest optimizations', 'optimize', 0.9],
    ['what is MFMA?', 'explain', 0.9],
    ['help', 'help', 0.9],
    ['How do I make this faster?', 'optimize', 0.9],
    ['Did my edit regress perf?', 'verify', 0.9],
    ['What can I do with rocpd?', 'help', 0.9],
    ['How do I use perfxpert?', 'help', 0.9],
    ['profile ./app', 'analyze', 0.9],
    ['fix kernel xxx', 'optimize', 0.9],
    ['check if results still match baseline', 'verify', 0.9],
    ['compare this run with the previous run', 'verify', 0.9],
    ['recommendations please', 'optimize', 0.9],
    ['what is the bottleneck', 'analyze', 0.9],
    ['help me optimize my kernel', 'optimize', 0.9],
    ['Explain why my trace is slow', 'explain', 0.9],
    ['what should I fix first?', 'optimize', 0.9],
    ['kernel_name; rm -rf ~', 'analyze', 0.3],
  ] as const)('%s', (query, intent, confidence) => {
    expect(routeQuery(query, null)).toMatchObject({ intent, confidence });
  });

  it.each([
    ['analyze', 'analysis'],
    ['explain', 'analysis'],
    ['help', 'analysis'],
    ['optimize', 'recommendation'],
    ['verify', 'correctness'],
  ])('a hint of %s leads to %s', (hint, target) => {
    expect(routeQuery('why is this slow?', hint)).toMatchObject({ routed_to: target, intent_source: 'hint' });
  });

  it('a hint that is no intent is not followed', () => {
    expect(routeQuery('why is this slow?', 'delete everything')).toMatchObject({
      intent: 'analyze',
      intent_source: 'rule',
    });
  });

  it('looks at the first 4,000 characters only', () => {
    expect(routeQuery(`${'x'.repeat(4000)} optimize`, null)).toMatchObject({ intent: 'analyze', confidence: 0.3 });
  });
});
