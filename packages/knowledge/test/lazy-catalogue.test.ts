import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { lazyCatalogue, once } from '../src/lazy-catalogue.js';

const Schema = v.strictObject({ list: v.array(v.strictObject({ id: v.string() })) });

describe('lazyCatalogue', () => {
  it('returns the same deeply frozen object at each call', () => {
    const get = lazyCatalogue('x.json', { list: [{ id: 'a' }] }, Schema);
    const first = get();
    expect(get()).toBe(first);
    expect([first, first.list, first.list[0]].every((value) => Object.isFrozen(value))).toBe(true);
  });

  it('does not look at the data before the first call', () => {
    const data = {
      get list(): never {
        throw new Error('read too early');
      },
    };
    const get = lazyCatalogue('x.json', data, Schema);
    expect(() => get()).toThrow('read too early');
  });

  it('names the file and the path of a value that breaks the schema', () => {
    const get = lazyCatalogue('x.json', { list: [{ id: 'a' }, { id: 7 }] }, Schema);
    expect(() => get()).toThrow(/^Data file x\.json is broken at list\.1\.id: /);
    expect(() => get()).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });
});

describe('once', () => {
  it('computes at the first call only, undefined included', () => {
    let calls = 0;
    const get = once(() => {
      calls += 1;
      return undefined;
    });
    expect([get(), get(), calls]).toEqual([undefined, undefined, 1]);
  });
});
