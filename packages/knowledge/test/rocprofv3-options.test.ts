import { describe, expect, it } from '@jest/globals';
import {
  explainNotAnOption,
  findRocprofv3Option,
  isOptionInRelease,
  rocprofv3AggregateMembers,
  rocprofv3Options,
  rocprofv3OptionsCatalogue,
} from '../src/index.js';

const option = (name: string) => findRocprofv3Option(name)!;

describe('rocprofv3 options', () => {
  it('number 106, with names of their own', () => {
    const names = rocprofv3Options().map((entry) => entry.name);
    expect(names).toHaveLength(106);
    expect(new Set(names).size).toBe(106);
  });

  it('refer only to each other and to listed releases', () => {
    const { aggregates, _meta: meta } = rocprofv3OptionsCatalogue();
    const mentioned = rocprofv3Options().flatMap((entry) => [...(entry.needs ?? []), ...(entry.conflicts ?? [])]);
    const members = [...aggregates['--sys-trace'], ...aggregates['--runtime-trace']];
    expect([...mentioned, ...members].filter((name) => findRocprofv3Option(name) === null)).toEqual([]);
    const releases = rocprofv3Options().flatMap((entry) => [
      entry.since_rocm.replace('after ', ''),
      ...(entry.removed_rocm === undefined ? [] : [entry.removed_rocm]),
    ]);
    expect(releases.filter((release) => !meta.order_of_releases.includes(release))).toEqual([]);
  });

  it('are not among the names that are no options', () => {
    const wrong = rocprofv3OptionsCatalogue().not_options.map((entry) => entry.name);
    expect(wrong.filter((name) => findRocprofv3Option(name) !== null)).toEqual([]);
    expect(explainNotAnOption('--roctx-trace')).toContain('--marker-trace');
    expect(explainNotAnOption('--pmc')).toBeNull();
  });
});

describe('findRocprofv3Option', () => {
  it('finds names and aliases; of two users of an alias the current one', () => {
    expect(option('-o').name).toBe('--output-file');
    expect(option('--attach').name).toBe('--pid');
    expect(option('-L').name).toBe('--list-avail');
    expect(findRocprofv3Option('--no-such-option')).toBeNull();
    expect(findRocprofv3Option('constructor')).toBeNull();
  });
});

describe('rocprofv3AggregateMembers', () => {
  it('leaves HSA and compiler calls to --sys-trace', () => {
    const runtime = rocprofv3AggregateMembers('--runtime-trace');
    expect(runtime.filter((name) => !rocprofv3AggregateMembers('--sys-trace').includes(name))).toEqual([]);
    expect(runtime).not.toContain('--hip-compiler-trace');
    expect(rocprofv3AggregateMembers('--kernel-trace')).toEqual([]);
  });
});

describe('isOptionInRelease', () => {
  it('compares releases as numbers, not as text', () => {
    expect(isOptionInRelease(option('--att-perfcounter-target-only'), '7.2')).toBe(false);
    expect(isOptionInRelease(option('--att-perfcounter-target-only'), '7.13')).toBe(true);
    expect(isOptionInRelease(option('--attach-duration-msec'), '7.1.0')).toBe(true);
    expect(isOptionInRelease(option('--kernel-trace'), '10.1')).toBe(true);
  });

  it('assumes 7.0 when the release is unknown', () => {
    expect([undefined, null, 'unknown'].map((release) => isOptionInRelease(option('--att'), release))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isOptionInRelease(option('--attach-duration-msec'))).toBe(false);
  });

  it('drops what a release removed, and what came after one counts from the next', () => {
    expect(isOptionInRelease(option('--kernel-names'), '6.2')).toBe(true);
    expect(isOptionInRelease(option('--kernel-names'), '6.3')).toBe(false);
    expect(isOptionInRelease(option('--att-no-detail'), '10.0')).toBe(false);
    expect(isOptionInRelease(option('--att-no-detail'), '10.1')).toBe(true);
  });
});
