import { describe, expect, it } from '@jest/globals';
import { counterInfo, isCounterAvailable, listGfxIds } from '@perfxpert/knowledge';
import { DERIVED_METRIC_IDS, METRIC_DEFINITIONS } from '../../../src/lib/counters/metric-definitions.js';
import { missingCounters } from '../../../src/lib/counters/metric-inputs.js';

const nothing = (): boolean => false;

describe('metric definitions', () => {
  it('have the published ids, each once', () => {
    const ids = METRIC_DEFINITIONS.map(({ id }) => id);
    expect([...ids, 'hbm_bw_utilization'].sort()).toEqual([...DERIVED_METRIC_IDS].sort());
  });

  it.each(listGfxIds())('%s: formulas name counters that the profiler knows', (gfxId) => {
    for (const { id, formula: formulaOf } of METRIC_DEFINITIONS) {
      const formula = formulaOf(gfxId, nothing);
      if (formula === null) continue;
      const names = missingCounters(formula, gfxId, nothing).flatMap((label) => label.split(' + '));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) expect({ id, name, info: counterInfo(name) }).not.toMatchObject({ info: null });
    }
  });

  it.each(['gfx90a', 'gfx942', 'gfx950'])('%s: has all counters of its formulas', (gfxId) => {
    for (const { id, formula: formulaOf } of METRIC_DEFINITIONS) {
      const formula = formulaOf(gfxId, nothing);
      const names =
        formula === null ? [] : missingCounters(formula, gfxId, nothing).flatMap((label) => label.split(' + '));
      expect({ id, absent: names.filter((name) => isCounterAvailable(name, gfxId) !== true) }).toEqual({
        id,
        absent: [],
      });
    }
  });
});
