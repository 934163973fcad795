import { describe, expect, it } from '@jest/globals';
import { TOOLS, inputJsonSchema, wireName } from '@perfxpert/tools';
import { renderToolList } from '../scripts/tool-list.mjs';
import { read } from './workspace.js';

describe('docs/tools.md', () => {
  it('is what `node scripts/tool-list.mjs` writes', () => {
    expect(read('docs/tools.md')).toBe(renderToolList({ TOOLS, inputJsonSchema, wireName }));
  });

  it('has a row for every tool', () => {
    const rows = renderToolList({ TOOLS, inputJsonSchema, wireName })
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(TOOLS.length);
  });
});
