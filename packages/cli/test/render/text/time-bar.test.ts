import { describe, expect, it } from '@jest/globals';
import { timeBar } from '../../../src/render/text/time-bar.js';
import { partition } from '../../fixtures/partition.js';
import { testContext } from '../../fixtures/text-context.js';

describe('timeBar', () => {
  it('gives each kind of time its share of the marks', () => {
    // Of 100 ns: 40 - 10 compute, 10 communication, 20 copy, 10 API, 30 idle; ten marks
    const parts = partition({ compute: 40, communication: 10, copy: 20, api: 10, wall: 100 });
    expect(timeBar(parts, 10, testContext())).toBe('███▓▒▒░···');
  });

  it('is always exactly as wide as asked, however the parts round', () => {
    for (let compute = 0; compute <= 97; compute += 7) {
      const parts = partition({ compute, communication: 0, copy: 1, api: 1, wall: 99 });
      expect(timeBar(parts, 61, testContext())).toHaveLength(61);
    }
  });

  it('is ASCII without UTF-8', () => {
    const parts = partition({ compute: 40, communication: 10, copy: 20, api: 10, wall: 100 });
    expect(timeBar(parts, 10, testContext({ isUnicode: false }))).toBe('###=++-...');
  });
});
