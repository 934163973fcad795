import { describe, expect, it } from '@jest/globals';
import { classifyOverhead, classifyOverheadTool } from '../../../src/catalog/tracelens/classify-overhead.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('tracelens.classifyOverhead', () => {
  it.each([
    [0.25, 0.01, 'high', 'low', 1],
    [0.2, 0.05, 'high', 'high', 2],
    [0.1, 0.02, 'low', 'low', 0],
  ] as const)('idle %p, wasted %p: %s, %s', (idle, wasted, idleSeverity, wastedSeverity, actions) => {
    const result = classifyOverhead({ idle_frac: idle, wasted_frac: wasted });
    expect(result).toMatchObject({ idle_severity: idleSeverity, wasted_severity: wastedSeverity, idle_frac: idle });
    expect(result.recommended_actions).toHaveLength(actions);
  });

  it('names idle time first', () => {
    const { recommended_actions: actions } = classifyOverhead({ idle_frac: 0.5, wasted_frac: 0.5 });
    expect(actions[0]).toMatch(/overlap|batch/);
    expect(actions[1]).toMatch(/Fuse/);
  });

  it('refuses percents, reads _pct', async () => {
    expect(errorOf(() => classifyOverhead({ idle_frac: 25, wasted_frac: 0 })).code).toBe('INVALID_ARGUMENT');
    const expected = classifyOverhead({ idle_pct: 0.1, wasted_pct: 0.02 });
    expect(Object.keys(expected)).not.toContain('idle_pct');
    await expectOverTheWire(classifyOverheadTool, { idle_pct: 0.1, wasted_pct: 0.02 }, expected);
  });
});
