import { describe, expect, it } from '@jest/globals';
import { ReportSchema } from '@perfxpert/agents';
import * as v from 'valibot';
import { renderJson } from '../../src/render/render-json.js';
import { fullReport } from '../fixtures/full-report.js';

describe('renderJson', () => {
  it('reads back to the report, keys in the order of the report', () => {
    const report = fullReport();
    const text = renderJson(report);
    expect(JSON.parse(text)).toEqual(report);
    expect(text).toBe(`${JSON.stringify(report, null, 2)}\n`);
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(report));
  });

  it('is a report by the schema', () => {
    expect(v.is(ReportSchema, JSON.parse(renderJson(fullReport())))).toBe(true);
  });

  it('holds no character that a terminal obeys, and loses none', () => {
    const name = 'k\x1b[31m\x9b1m\x7f\u202e\u2028\u{e0041}\ud800\n"\\é日';
    const report = fullReport();
    const text = renderJson({ ...report, narrative: name });

    expect(text.replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\x7f-\x9f\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect((JSON.parse(text) as { narrative: string }).narrative).toBe(name);
  });
});
