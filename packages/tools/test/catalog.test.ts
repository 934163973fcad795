import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TOOLS, inputJsonSchema, outputJsonSchema, wireName } from '../src/index.js';

const CATALOG = path.resolve(import.meta.dirname, '../src/catalog');

/** Keys that the files of the catalogue stand for: `trace-analysis/hotspots.ts` is `trace_analysis.hotspots`. */
function keysOfFiles(): string[] {
  return fs
    .readdirSync(CATALOG, { recursive: true })
    .map((file) => String(file).split(path.sep).join('/'))
    .filter((file) => /^[^/]+\/[^/]+\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length).replace('/', '.').replaceAll('-', '_'));
}

/** Fields of an object schema, those of its alternatives included. */
function fieldsOf(schema: object): [string, { description?: string }][] {
  const { properties = {}, anyOf = [] } = schema as {
    properties?: Record<string, { description?: string }>;
    anyOf?: object[];
  };
  return [...Object.entries(properties), ...anyOf.flatMap(fieldsOf)];
}

describe('catalogue', () => {
  it('has one tool per file, the path being its key', () => {
    expect(TOOLS.map(({ key }) => key).sort()).toEqual(keysOfFiles().sort());
  });

  it('gives every tool a wire name of its own, without dots', () => {
    const names = TOOLS.map(({ key }) => wireName(key));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^perfxpert_[a-z0-9_]+$/);
  });

  it('keeps what changes files or runs programs of the user in the class execution', () => {
    const keys = TOOLS.filter(({ toolClass }) => toolClass === 'execution').map(({ key }) => key);
    expect(keys.sort()).toEqual([
      'anchors.check',
      'compile_runner.build',
      'patch_mgr.apply',
      'patch_mgr.revert',
      'patch_mgr.verify_output',
      'profile_runner.run',
    ]);
  });
});

describe.each(TOOLS.map((tool) => [tool.key, tool] as const))('%s', (_key, tool) => {
  it('says what it is for, in at most 1024 characters', () => {
    expect(tool.description.trim()).not.toBe('');
    expect(tool.description.length).toBeLessThanOrEqual(1024);
    expect(['read_only', 'state', 'execution']).toContain(tool.toolClass);
  });

  it('describes every field of its input', () => {
    const schema = inputJsonSchema(tool);
    for (const [field, { description = '' }] of fieldsOf(schema)) expect([field, description]).not.toEqual([field, '']);
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it('has schemas that JSON Schema can say', () => {
    expect(JSON.stringify(outputJsonSchema(tool)).length).toBeGreaterThan(2);
  });
});
