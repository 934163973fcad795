import { describe, expect, it } from '@jest/globals';
import { collectedData } from '../../../src/lib/profiler/collected-data.js';
import { filterCommands } from '../../../src/lib/profiler/command-filter.js';
import { makeCommand } from '../../../src/lib/profiler/full-command.js';
import type { Command } from '../../../src/schemas/recommendation.js';

function rocprofv3(flags: string[], pmc: string | null, args: Command['args'] = []): Command {
  const counters = pmc === null ? [] : [{ name: '--pmc', value: pmc }];
  return makeCommand({
    tool: 'rocprofv3',
    description: 'Collect',
    flags,
    args: [...counters, ...args, { name: '-d', value: './out' }, { name: '-o', value: 'profile' }],
  });
}
const command = rocprofv3(['--sys-trace'], 'GRBM_COUNT GRBM_GUI_ACTIVE SQ_WAVES');

describe('filterCommands', () => {
  it('FC-1: drops a command of which everything was collected', () => {
    const collected = new Set(['--sys-trace', 'pmc:GRBM_COUNT', 'pmc:GRBM_GUI_ACTIVE', 'pmc:SQ_WAVES']);
    expect(filterCommands([command], collected)).toEqual([]);
  });

  it('FC-2: takes collected counters out, keeps kernel tracing and says so', () => {
    const [reduced, ...rest] = filterCommands([command], new Set(['--sys-trace', 'pmc:GRBM_COUNT']));
    expect(rest).toEqual([]);
    expect(reduced).toEqual({
      tool: 'rocprofv3',
      description: 'Collect (Already collected: --sys-trace, GRBM_COUNT)',
      flags: ['--kernel-trace'],
      args: [
        { name: '--pmc', value: 'GRBM_GUI_ACTIVE SQ_WAVES' },
        { name: '-d', value: './out' },
        { name: '-o', value: 'profile' },
      ],
      full_command: 'rocprofv3 --kernel-trace --pmc GRBM_GUI_ACTIVE SQ_WAVES -d ./out -o profile -- ./app',
    });
  });

  it('FC-3: returns the same list and the same objects when nothing was collected', () => {
    const commands = [command];
    expect(filterCommands(commands, new Set())).toBe(commands);
  });

  it('FC-3: returns the same object when nothing of it was collected', () => {
    expect(filterCommands([command], new Set(['pmc:TCC_HIT']))[0]).toBe(command);
  });

  it('FC-4: keeps rocprof-compute as it is', () => {
    const compute = makeCommand({ tool: 'rocprof-compute', description: 'All', flags: [], args: [] }, './app', [
      'profile',
    ]);
    const collected = new Set(['--sys-trace', 'pmc:GRBM_COUNT', 'pmc:GRBM_GUI_ACTIVE', 'pmc:SQ_WAVES']);
    expect(filterCommands([compute], collected)[0]).toBe(compute);
  });

  it('drops rocprof-sys only where it does nothing but trace', () => {
    const trace = makeCommand({ tool: 'rocprof-sys', description: 'Trace', flags: ['--trace'], args: [] });
    const sample = makeCommand({
      tool: 'rocprof-sys',
      description: 'Sample',
      flags: ['--trace', '--sample'],
      args: [],
    });
    expect(filterCommands([trace, sample], new Set(['--sys-trace']))).toEqual([sample]);
    expect(filterCommands([trace], new Set(['--kernel-trace']))).toEqual([trace]);
  });

  it('drops a command left with scope and output only', () => {
    const scoped = rocprofv3(['--sys-trace'], 'SQ_WAVES', [{ name: '--kernel-include-regex', value: '^gemm$' }]);
    expect(filterCommands([scoped], new Set(['--sys-trace', 'pmc:SQ_WAVES']))).toEqual([]);
  });

  it('does not cut a flag that only begins like a collected one', () => {
    const [reduced] = filterCommands([rocprofv3(['--hip-trace', '--hip-trace-x'], null)], new Set(['--hip-trace']));
    expect(reduced?.flags).toEqual(['--hip-trace-x']);
    expect(reduced?.full_command).toBe('rocprofv3 --hip-trace-x -d ./out -o profile -- ./app');
  });

  it('keeps an accumulation with its level counter', () => {
    const levels = rocprofv3([], 'SQ_LEVEL_WAVES SQ_ACCUM_PREV_HIRES SQ_INST_LEVEL_VMEM SQ_ACCUM_PREV_HIRES SQ_WAVES');
    const one = filterCommands([levels], new Set(['pmc:SQ_LEVEL_WAVES', 'pmc:SQ_ACCUM_PREV_HIRES', 'pmc:SQ_WAVES']));
    expect(one[0]?.args[0]?.value).toBe('SQ_INST_LEVEL_VMEM SQ_ACCUM_PREV_HIRES');
    // a level counter recorded without its integral is not collected
    const none = filterCommands([levels], new Set(['pmc:SQ_LEVEL_WAVES']));
    expect(none[0]).toBe(levels);
  });

  it('leaves a summary the trace it needs', () => {
    const summary = rocprofv3(['--stats', '--kernel-trace'], null);
    expect(filterCommands([summary], new Set(['--kernel-trace']))[0]).toBe(summary);
  });

  it('treats the forms of a counter as one', () => {
    const [reduced] = filterCommands(
      [rocprofv3([], 'TCC_HIT_sum TCC_MISS_sum')],
      collectedData({
        hasKernels: true,
        hasCopies: false,
        hasApiCalls: false,
        counterNames: ['TCC_HIT[0]', 'TCC_HIT[1]'],
      }),
    );
    expect(reduced?.args[0]?.value).toBe('TCC_MISS_sum');
  });
});

describe('collectedData', () => {
  const nothing = { hasKernels: false, hasCopies: false, hasApiCalls: false, counterNames: [] };

  it('is empty without data', () => {
    expect([...collectedData(nothing)]).toEqual([]);
  });

  it('counts kernels and API calls together as a system trace', () => {
    const both = collectedData({ ...nothing, hasKernels: true, hasApiCalls: true });
    expect(
      ['--sys-trace', '--hip-trace', '--kernel-trace', '--memory-copy-trace', '--rccl-trace'].every((flag) =>
        both.has(flag),
      ),
    ).toBe(true);
    expect(collectedData({ ...nothing, hasKernels: true }).has('--sys-trace')).toBe(false);
  });
});
