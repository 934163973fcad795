import { describe, expect, it } from '@jest/globals';
import { toolList } from '@perfxpert/mcp';
import { format, resolveConfig } from 'prettier';
import { renderMcpTools, replacePart } from '../scripts/mcp-docs.mjs';
import { read } from './workspace.js';

describe('docs/mcp.md', () => {
  it('has the reference that `node scripts/mcp-docs.mjs` writes', async () => {
    const text = read('docs/mcp.md');
    const options = await resolveConfig('docs/mcp.md');
    const written = replacePart(text, 'tools', renderMcpTools(toolList()));
    expect(text).toBe(await format(written, { ...options, parser: 'markdown' }));
  });
});
