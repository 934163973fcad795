import type { Command } from '../../schemas/recommendation.js';
import { limitCounters } from '../counters/limit-counters.js';
import { planPasses } from '../counters/plan-passes.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { collectedData } from '../profiler/collected-data.js';
import { APP_PLACEHOLDER, makeCommand } from '../profiler/full-command.js';
import { rocprofv3 } from '../profiler/rocprofv3-command.js';

type Argument = Command['args'][number];

/** Counters that every part has and one pass holds (GRBM 2, SQ 1). Source: pmc_limits.json. */
export const BASE_COUNTERS = ['GRBM_COUNT', 'GRBM_GUI_ACTIVE', 'SQ_WAVES'] as const;

/** One pass of counters; kernel rows come along, because counters belong to dispatches. */
export function counterPass(
  description: string,
  directory: string,
  counters: readonly string[],
  kernelName: string | null = null,
): Command {
  const scope = kernelName === null ? [] : [{ name: '--kernel-include-regex', value: exactRegex(kernelName) }];
  return rocprofv3(
    description,
    directory,
    ['--kernel-trace'],
    [{ name: '--pmc', value: counters.join(' ') }, ...scope],
  );
}

/**
 * Passes that tell what bounds kernels: those planned for what the trace lacks if there are any, else busy units, resident
 * waves and HBM traffic as the architecture counts them. The two counters of HBM traffic do not fit into one pass.
 */
export function boundPasses(facts: TraceFacts, directory: string, kernelName: string | null): Command[] {
  const planned = facts.hardwareCounters.escalation?.passes.map((pass) => pass.counters) ?? [];
  const passes = planned.length > 0 ? planned : limitPasses(facts);
  return passes.map((counters, index) =>
    counterPass(`Counters, pass ${index + 1} of ${passes.length}`, `${directory}_${index + 1}`, counters, kernelName),
  );
}

/** The counters of the first pass that tells what bounds kernels, to be named in a sentence. */
export function firstPassCounters(facts: TraceFacts): string {
  return (limitPasses(facts)[0] ?? BASE_COUNTERS).join(' ');
}

function limitPasses({ devices }: TraceFacts): readonly (readonly string[])[] {
  const gfxId = devices[0]?.agent?.gfxId ?? null;
  const counters = gfxId === null ? [] : limitCounters(gfxId);
  if (counters.length === 0) return [BASE_COUNTERS, ['FETCH_SIZE'], ['WRITE_SIZE']];
  return planPasses([...BASE_COUNTERS, ...counters], gfxId).passes;
}

/** The API and time line of the whole program. */
export function sysTrace(description: string, directory: string): Command {
  return rocprofv3(description, directory, ['--sys-trace']);
}

/**
 * A thread trace of the first dispatch of one kernel on one compute unit. The buffer size is in bytes, 96 MB as in AMD's
 * guide to thread traces.
 */
export function threadTrace(shortName: string, kernelName: string): Command {
  return rocprofv3(
    `Thread trace of ${shortName}, one compute unit`,
    './att_output',
    ['--att'],
    [
      { name: '--att-library-path', value: '/opt/rocm/lib' },
      { name: '--att-target-cu', value: '1' },
      { name: '--att-buffer-size', value: '0x6000000' },
      { name: '--kernel-include-regex', value: exactRegex(kernelName) },
    ],
  );
}

/** A run of rocprof-sys: host threads beside the GPU. `rocprof-sys-run` is the program that starts another. */
export function rocprofSys(description: string, flags: readonly string[]): Command {
  const command = makeCommand({ tool: 'rocprof-sys', description, flags: [...flags], args: [] });
  return { ...command, full_command: command.full_command.replace(/^rocprof-sys /, 'rocprof-sys-run ') };
}

/**
 * A run of rocprof-compute, which takes all counters of a workload in several replays. None for RDNA: the tool serves
 * the Instinct line only.
 */
export function rocprofCompute(
  facts: TraceFacts,
  description: string,
  name: string,
  args: readonly Argument[] = [],
): Command[] {
  const gfxId = facts.devices[0]?.agent?.gfxId ?? null;
  if (gfxId !== null && !/^gfx9/.test(gfxId)) return [];
  const parts = {
    tool: 'rocprof-compute' as const,
    description,
    flags: [],
    args: [{ name: '-n', value: name }, ...args],
  };
  return [makeCommand(parts, APP_PLACEHOLDER, ['profile'])];
}

/** A regular expression (ECMAScript, as rocprofv3 reads it) that matches exactly this name. */
export function exactRegex(name: string): string {
  // A control character has no safe form on a command line: any one character may stand there.
  const escaped = name.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/\p{Cc}/gu, '.');
  return `^${escaped}$`;
}

/** What the trace already holds, for the command filter. */
export function collectedBy(facts: TraceFacts): ReadonlySet<string> {
  return collectedData({
    hasKernels: facts.traceQuality.dispatches > 0,
    hasCopies: facts.traceQuality.copies > 0,
    hasApiCalls: facts.apiBreakdown.api_calls.some((call) => call.family !== 'rccl'),
    counterNames: Object.keys(facts.hardwareCounters.counters ?? {}),
  });
}
