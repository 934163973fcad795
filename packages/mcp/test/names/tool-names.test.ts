import { describe, expect, it } from '@jest/globals';
import { createToolNames } from '../../src/names/tool-names.js';

const tool = (name: string) => ({ name });

describe('createToolNames', () => {
  const names = createToolNames([tool('perfxpert_trace_diff_diff_runs'), tool('perfxpert_agent_root')]);

  it('takes wire names, keys, and both without or with the prefix', () => {
    for (const name of ['perfxpert_trace_diff_diff_runs', 'trace_diff.diff_runs', 'trace_diff_diff_runs'])
      expect(names.find(name)?.name).toBe('perfxpert_trace_diff_diff_runs');
    expect(names.find('agents.root')).toBeNull();
  });

  it('names the nearest', () => {
    expect(names.nearest('agent_rot')[0]).toBe('perfxpert_agent_root');
  });

  it('refuses two tools that one spelling could mean', () => {
    expect(() => createToolNames([tool('perfxpert_a_b'), tool('a_b')])).toThrow('a_b');
  });
});
