import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { idlePlaces } from '../../src/render/idle-places.js';

type Cause = NonNullable<Report['idle_causes']>['causes'][number];

const place = (name: string, ns: number, share: number) => ({ name, total_ns: ns, share_pct: share });

function cause(fields: Partial<Cause>): Cause {
  const none = { pct: 10, gap_count: 3, top_calls: [], top_ranges: [], largest_gaps: [] };
  return { cause: 'late_launch', total_ns: 1000, ...none, ...fields };
}

describe('idlePlaces', () => {
  const calls = [place('hipGetDevice', 100, 10), place('hipGetLastError', 50, 5)];

  it('is mostly outside of calls that are listed with a small part of the time', () => {
    // 1000 - 150 = 850 outside.
    expect(idlePlaces(cause({ top_calls: calls }), 'ranges')).toEqual([
      place('outside API calls', 850, 85),
      place('hipGetDevice', 100, 10),
      place('hipGetLastError', 50, 5),
    ]);
  });

  it('tells the time outside by the ranges of the program where that is asked for', () => {
    const entry = cause({ top_calls: calls, top_ranges: [place('load_batch', 600, 60)] });
    expect(idlePlaces(entry, 'ranges').map(({ name, total_ns: ns }) => [name, ns])).toEqual([
      ['load_batch', 600],
      ['outside API calls', 250],
      ['hipGetDevice', 100],
      ['hipGetLastError', 50],
    ]);
    expect(idlePlaces(entry, 'calls')[0]).toEqual(place('outside API calls', 850, 85));
  });

  it('does not say outside where a full list may hide calls', () => {
    const five = [1, 2, 3, 4, 5].map((n) => place(`call ${n}`, 100, 10));
    expect(idlePlaces(cause({ top_calls: five }), 'calls')[0]).toEqual(place('elsewhere', 500, 50));
  });

  it('says nothing of what was not recorded, or does not exist', () => {
    expect(idlePlaces(cause({ cause: 'unknown' }), 'ranges')).toEqual([]);
    const whole = [place('hipMemcpy', 1000, 100)];
    expect(idlePlaces(cause({ top_calls: whole }), 'ranges')).toEqual(whole);
  });
});
