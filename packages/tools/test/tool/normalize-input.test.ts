import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { MetricValuesSchema } from '../../src/schemas/metric-values.js';
import { parseInput } from '../../src/tool/call-tool.js';
import { schemaToJson } from '../../src/tool/json-schema.js';
import { normalizeInput } from '../../src/tool/normalize-input.js';
import { errorOf } from '../support/expect-tool.js';

const Schema = v.strictObject({
  memcpy_frac: v.optional(v.number()),
  frac: v.optional(v.number()),
  hotspot_pct: v.optional(v.number()),
  level: v.optional(v.string(), 'none'),
  rate: v.optional(v.nullable(v.number())),
  rows: v.optional(v.array(v.strictObject({ share_frac: v.number() }))),
  metrics: v.optional(MetricValuesSchema),
  counters: v.optional(v.record(v.string(), v.number())),
});

describe('normalizeInput', () => {
  it('reads _pct where the schema says _frac', () => {
    expect(normalizeInput(Schema, { memcpy_pct: 0.3, pct: 0.5 })).toEqual({ memcpy_frac: 0.3, frac: 0.5 });
    expect(normalizeInput(Schema, { rows: [{ share_pct: 0.1 }] })).toEqual({ rows: [{ share_frac: 0.1 }] });
  });

  it('leaves a percent alone that the schema itself has, and names it does not know', () => {
    expect(normalizeInput(Schema, { hotspot_pct: 25, other_pct: 1 })).toEqual({ hotspot_pct: 25, other_pct: 1 });
  });

  it('reads _pct in open metrics, not in other open objects', () => {
    const raw = { metrics: { valu_util_pct: 0.85, l2_hit_rate: 0.5 }, counters: { idle_pct: 12 } };
    expect(normalizeInput(Schema, raw)).toEqual({
      metrics: { valu_util_frac: 0.85, l2_hit_rate: 0.5 },
      counters: { idle_pct: 12 },
    });
  });

  it('leaves no trace of it in JSON Schema', () => {
    expect(JSON.stringify(schemaToJson(Schema))).not.toMatch(/spelling/i);
  });

  it('refuses both spellings at once', () => {
    const both = { memcpy_frac: 0.1, memcpy_pct: 0.2 };
    expect(errorOf(() => parseInput('x', Schema, both))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'memcpy_pct' },
    });
  });

  it('takes null for an optional field as absent, but keeps one that has a meaning', () => {
    expect(parseInput('x', Schema, { level: null, rate: null })).toEqual({ level: 'none', rate: null });
    expect(parseInput('x', Schema, undefined)).toEqual({ level: 'none' });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('refuses %p', (value) => {
    expect(errorOf(() => normalizeInput(Schema, { metrics: { a: value } }))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'metrics.a', expected: 'a finite number' },
    });
  });

  it('makes no prototype of a field called __proto__', () => {
    const raw: unknown = JSON.parse('{"metrics": {"__proto__": 1}}');
    expect(Object.getPrototypeOf(normalizeInput(Schema, raw))).toBe(Object.prototype);
    expect(errorOf(() => parseInput('x', Schema, JSON.parse('{"__proto__": {}}'))).code).toBe('INVALID_ARGUMENT');
  });

  it('names the known fields when one is not known', () => {
    const error = errorOf(() =>
      parseInput('some.tool', v.strictObject({ b: v.number(), a: v.number() }), { a: 1, b: 1, c: 1 }),
    );
    expect(error.message).toBe('some.tool: c must be one of the fields a, b.');
  });
});
