import { describe, expect, it } from '@jest/globals';
import { READ_ONLY_TOOLS, TASK_TOOLS, inputJsonSchema, wireName } from '@perfxpert/agents/tools';
import { toolList } from '../src/index.js';
import { PATH_FIELDS } from '../src/list/path-fields.js';
import { VIEW_PROPERTIES } from '../src/list/wire-schema.js';

const list = toolList();
const nodes = (schema: unknown): Record<string, unknown>[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = Array.isArray(schema) ? [] : [schema as Record<string, unknown>];
  return [...own, ...Object.values(schema).flatMap(nodes)];
};

describe('the list of tools', () => {
  it('holds every tool that only reads, and no other', () => {
    const names = list.map(({ name }) => name);
    for (const { key } of [...READ_ONLY_TOOLS, ...TASK_TOOLS]) expect(names).toContain(wireName(key));
    for (const key of ['patch_mgr.apply', 'patch_mgr.revert', 'compile_runner.build', 'profile_runner.run'])
      expect(names).not.toContain(wireName(key));
    for (const key of ['tasks.create', 'patch_mgr.verify_output', 'anchors.check'])
      expect(names).not.toContain(wireName(key));
    for (const { annotations } of list)
      expect(annotations).toEqual({
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      });
  });

  it('has the names that callers rely on', () => {
    const names = list.map(({ name }) => name);
    for (const name of [
      'perfxpert_trace_diff_diff_runs',
      'perfxpert_rccl_analysis_analyze_collectives',
      'perfxpert_interconnect_lookup_peaks',
      'perfxpert_arch_lookup_peaks',
      'perfxpert_bottleneck_classify_from_metrics',
      'perfxpert_roofline_classify',
      'perfxpert_sol_sanity_check',
      'perfxpert_regression_compare_runs',
      'perfxpert_trace_fingerprint_fingerprint',
      'perfxpert_plateau_check',
      'perfxpert_intent_classify',
    ])
      expect(names).toContain(name);
  });

  it('keeps the small set small', () => {
    const core = list.filter(({ isCore }) => isCore);
    expect(core.length).toBeGreaterThanOrEqual(8);
    expect(core.length).toBeLessThanOrEqual(20);
  });

  it('describes each tool in at most 60 words, with an example of its input', () => {
    for (const { name, description, inputSchema } of list) {
      const words = description.split(/\s+/).length;
      expect([name, words <= 60]).toEqual([name, true]);
      const own = Object.keys(inputSchema['properties'] ?? {}).filter(
        (field) => !Object.hasOwn(VIEW_PROPERTIES, field),
      );
      if (own.length > 0) expect([name, description]).toEqual([name, expect.stringContaining('Example: ')]);
    }
  });

  it('describes every parameter, where clients look for it', () => {
    for (const { name, inputSchema } of list)
      for (const [field, schema] of Object.entries(inputSchema['properties'] ?? {}))
        expect([name, field, schema]).toEqual([
          name,
          field,
          expect.objectContaining({ description: expect.stringMatching(/../) }),
        ]);
    for (const node of list.flatMap(({ inputSchema }) => nodes(inputSchema))) {
      const { anyOf = [] } = node as { anyOf?: readonly object[] };
      expect(anyOf.filter((part) => Object.keys(part).join() === 'anyOf')).toEqual([]);
    }
  });

  it('has schemas that hold in both drafts of JSON Schema', () => {
    for (const { name, inputSchema, outputSchema } of list) {
      expect([name, inputSchema['type'], outputSchema['type']]).toEqual([name, 'object', 'object']);
      for (const node of [...nodes(inputSchema), ...nodes(outputSchema)]) {
        expect(node).not.toHaveProperty('prefixItems');
        if (node['type'] === 'array')
          expect([name, node]).toEqual([name, expect.objectContaining({ items: expect.anything() })]);
        if (node['type'] === 'object')
          expect([name, 'properties' in node || 'additionalProperties' in node]).toEqual([name, true]);
      }
    }
  });

  it('knows every input that names a file', () => {
    const looksLikePath = /(^path$|_path$|_db$|^db_|_dir$|_file$)/;
    for (const tool of [...READ_ONLY_TOOLS, ...TASK_TOOLS])
      for (const node of nodes(inputJsonSchema(tool)))
        for (const field of Object.keys((node['properties'] ?? {}) as object))
          // A text to compare with a pattern, and a flag: neither is opened.
          if (looksLikePath.test(field) && field !== 'source_path' && field !== 'has_db')
            expect([...PATH_FIELDS]).toContain(field);
  });
});
