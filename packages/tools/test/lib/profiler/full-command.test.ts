import { describe, expect, it } from '@jest/globals';
import { fullCommand, makeCommand } from '../../../src/lib/profiler/full-command.js';

describe('fullCommand', () => {
  it('puts flags, arguments and the program in order and splits counter lists', () => {
    expect(
      fullCommand({
        tool: 'rocprofv3',
        description: 'counters',
        flags: ['--kernel-trace'],
        args: [
          { name: '--pmc', value: 'SQ_WAVES GRBM_COUNT' },
          { name: '--kernel-include-regex', value: '^gemm<float>$' },
          { name: '--stats', value: null },
        ],
      }),
    ).toBe(
      "rocprofv3 --kernel-trace --pmc SQ_WAVES GRBM_COUNT --kernel-include-regex '^gemm<float>$' --stats -- ./app",
    );
  });

  it('takes another program and words after the tool', () => {
    const parts = {
      tool: 'rocprof-compute',
      description: 'all',
      flags: [],
      args: [{ name: '-n', value: 'run' }],
    } as const;
    expect(makeCommand({ ...parts, flags: [], args: [...parts.args] }, './a b', ['profile']).full_command).toBe(
      "rocprof-compute profile -n run -- './a b'",
    );
  });
});
