import { describe, expect, it } from '@jest/globals';
import { attFormatCatalogue, findRocprofv3Option, stallRatioSeverity } from '../src/index.js';

describe('thread trace format', () => {
  it('has the eight columns, and explains only columns that exist', () => {
    const { csv_columns: columns, column_meaning: meaning } = attFormatCatalogue();
    expect(columns).toHaveLength(8);
    expect(Object.keys(meaning).filter((name) => !columns.includes(name))).toEqual([]);
  });

  it('has falling thresholds', () => {
    const { critical, high, medium } = attFormatCatalogue().stall_ratio_thresholds;
    expect(critical).toBeGreaterThan(high);
    expect(high).toBeGreaterThan(medium);
  });

  it('names options of the profiler', () => {
    for (const flag of Object.keys(attFormatCatalogue().flags)) expect(findRocprofv3Option(flag)?.group).toBe('att');
  });
});

describe('stallRatioSeverity', () => {
  it('gives a ratio on a threshold the graver word', () => {
    expect([0.8, 0.79, 0.6, 0.4, 0.39].map((ratio) => stallRatioSeverity(ratio))).toEqual([
      'critical',
      'high',
      'high',
      'medium',
      'low',
    ]);
  });
});
