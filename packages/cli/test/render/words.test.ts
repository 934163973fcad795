import { describe, expect, it } from '@jest/globals';
import { bucketWords } from '../../src/render/bucket-words.js';
import { unknownIdleAdvice } from '../../src/render/idle-cause-words.js';
import { joinUnits } from '../../src/render/join-units.js';
import { metricWords } from '../../src/render/metric-words.js';
import { plural } from '../../src/render/plural.js';
import { timeUnitFor } from '../../src/render/time-unit.js';
import { fullReport } from '../fixtures/full-report.js';

describe('metricWords', () => {
  it('turns identifiers into words without their unit', () => {
    expect(metricWords('copy_exposed_ns')).toBe('copy exposed');
    expect(metricWords('l2_hit_rate')).toBe('l2 hit rate');
    expect(metricWords('short_kernel_count')).toBe('short kernel count');
  });

  it('leaves names that are no identifiers', () => {
    expect(metricWords('SQ_WAVES')).toBe('SQ_WAVES');
    expect(metricWords('time of gemm<int>')).toBe('time of gemm<int>');
  });
});

describe('bucketWords', () => {
  it('says classes of durations as sentences do, with the micro sign', () => {
    expect(['0-1μs', '1-5μs', '5-10μs', 'more'].map(bucketWords)).toEqual([
      'below 1 \u00b5s',
      '1 to 5 \u00b5s',
      '5 to 10 \u00b5s',
      'more',
    ]);
  });
});

describe('joinUnits', () => {
  it('keeps units at their number and other words apart', () => {
    expect(joinUnits('37.1% (32.2 ms of 86.7 ms), 489 GB/s, 12 KiB')).toBe(
      '37.1% (32.2\u00a0ms of 86.7\u00a0ms), 489\u00a0GB/s, 12\u00a0KiB',
    );
    for (const text of ['17 matched', '3 msgs', '4 s/it', 'rank 3 lags', '2 B/op']) expect(joinUnits(text)).toBe(text);
  });
});

describe('plural', () => {
  it('counts with the right noun', () => {
    expect([plural(1, 'copy', 'copies'), plural(2_200, 'copy', 'copies'), plural(0, 'row')]).toEqual([
      '1 copy',
      '2,200 copies',
      '0 rows',
    ]);
  });
});

describe('timeUnitFor', () => {
  it('takes milliseconds as soon as one value reaches one', () => {
    expect(timeUnitFor([999_999, null]).name).toBe('µs');
    expect(timeUnitFor([12, 1_000_000]).name).toBe('ms');
    expect(timeUnitFor([]).name).toBe('µs');
  });

  it('formats with the decimals of its unit', () => {
    expect(timeUnitFor([1e6]).format(2_514_999)).toBe('2.51');
    expect(timeUnitFor([1]).format(1_250)).toBe('1.3');
    expect(timeUnitFor([1]).format(null)).toBeNull();
  });
});

describe('unknownIdleAdvice', () => {
  it('asks for the HIP API only where it was not recorded', () => {
    const report = fullReport();
    expect(unknownIdleAdvice(report)).toBe('');
    for (const entry of report.idle_causes?.causes ?? []) entry.cause = 'unknown';
    expect(report.api_breakdown.has_api_data).toBe(true);
    expect(unknownIdleAdvice(report)).toMatch(/launched .* not recorded/);
    report.api_breakdown.has_api_data = false;
    expect(unknownIdleAdvice(report)).toBe('Record the HIP API too to learn what the host did.');
  });
});
