import { makeCommand } from './full-command.js';
import { rocprofv3 } from './rocprofv3-command.js';

/** The command line that records a whole program's time line into a rocpd file. */
export function traceCommandLine(): string {
  return rocprofv3('Time line', './trace_output', ['--sys-trace']).full_command;
}

/** One pass of counters, with the kernel rows they belong to. */
export function counterCommandLine(counters: readonly string[]): string {
  const args = [{ name: '--pmc', value: counters.join(' ') }];
  return rocprofv3('Counters', './counters_output', ['--kernel-trace'], args).full_command;
}

/** A thread trace of one compute unit. The decoder library is a separate download, here where ROCm keeps libraries. */
export function threadTraceCommandLine(): string {
  const args = [
    { name: '--att-library-path', value: '/opt/rocm/lib' },
    { name: '--att-target-cu', value: '1' },
    { name: '-d', value: './att_output' },
  ];
  return makeCommand({ tool: 'rocprofv3', description: 'Thread trace', flags: ['--att'], args }).full_command;
}

/**
 * Samples of the program counter, host-trap method: from ROCm 6.4 on gfx90a and later; the interval is microseconds. All
 * four options are needed together. Source: ROCprofiler-SDK, using-pc-sampling.rst.
 */
export function pcSamplingCommandLine(): string {
  const args = [
    { name: '--pc-sampling-method', value: 'host_trap' },
    { name: '--pc-sampling-unit', value: 'time' },
    { name: '--pc-sampling-interval', value: '1' },
    { name: '--output-format', value: 'json' },
    { name: '-d', value: './pc_sampling_output' },
  ];
  const flags = ['--pc-sampling-beta-enabled'];
  return makeCommand({ tool: 'rocprofv3', description: 'PC samples', flags, args }).full_command;
}

/** Every counter that rocprof-compute knows, in several replays of the program. */
export function computeProfileCommandLine(): string {
  const parts = { tool: 'rocprof-compute' as const, description: 'All counters', flags: [] };
  return makeCommand({ ...parts, args: [{ name: '-n', value: 'profile' }] }, undefined, ['profile']).full_command;
}
