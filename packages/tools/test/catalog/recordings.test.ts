import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { TOOLS, callTool, inputJsonSchema } from '../../src/index.js';
import type { Tool } from '../../src/index.js';
import { findSharedFolder, readRecordedFacts } from '../support/shared-traces.js';

const SHARED = findSharedFolder();
const readable =
  SHARED === null
    ? []
    : [...readRecordedFacts(SHARED)]
        .filter(([, { kind }]) => kind === 'rocpd' || kind === 'legacy rpd')
        .map(([name]) => name);

/** The field that takes a trace, for tools that need nothing else; null for others. */
function traceField(tool: Tool): string | null {
  const [field, ...others] = inputJsonSchema(tool).required ?? [];
  const name = String(field);
  return tool.toolClass === 'read_only' && others.length === 0 && /^(db_path|database_path)$/.test(name) ? name : null;
}

const tools = TOOLS.flatMap((tool) => {
  const field = traceField(tool);
  return field === null ? [] : [[tool.key, tool, field] as const];
});

/** A busy machine reads slowly. */
const PATIENCE_MS = 120_000;
const suite = SHARED === null ? describe.skip : describe;
const recorded = (name: string): string => path.join(SHARED ?? '', 'traces', name);

suite('tools that read a trace', () => {
  it('are many, and so are the recordings', () => {
    expect(tools.length).toBeGreaterThan(4);
    expect(readable.length).toBeGreaterThan(20);
  });

  it.each(readable.length === 0 ? ['none'] : readable)(
    'answer for %s',
    async (name) => {
      // callTool checks each answer against the tool's own schema
      for (const [, tool, field] of tools) expect(await callTool(tool, { [field]: recorded(name) })).toBeDefined();
    },
    PATIENCE_MS,
  );

  it.each(tools)(
    '%s: the same twice; says that a file is no trace, or damaged',
    async (_key, tool, field) => {
      const call = (name: string) => callTool(tool, { [field]: recorded(name) });
      for (const name of ['ddp_resnet_mi300x_rank0.db', 'pmc_vcopy_mi300x_passes.db', 'docs_samples_merged.db'])
        expect(JSON.stringify(await call(name))).toBe(JSON.stringify(await call(name)));
      await expect(call('edge_not_rocpd.db')).rejects.toMatchObject({ code: 'NOT_A_TRACE' });
      await expect(call('edge_truncated.db')).rejects.toMatchObject({ code: 'DAMAGED' });
    },
    PATIENCE_MS,
  );
});
