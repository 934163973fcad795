import { isKnownGfxId } from '@perfxpert/knowledge';
import type { HardwareCounters } from '../../schemas/hardware-counters.js';
import type { Command } from '../../schemas/recommendation.js';
import { APP_PLACEHOLDER, makeCommand } from '../profiler/full-command.js';
import type { KernelMetrics } from './derived-metrics.js';
import { collectionName } from './limit-counters.js';
import type { DerivedMetricId } from './metric-definitions.js';
import { planPasses } from './plan-passes.js';
import { splitIntoPasses } from './split-passes.js';

type Escalation = NonNullable<HardwareCounters['escalation']>;

/** Metrics that say what bounds a kernel: what a further run should bring, and how a reader calls it. */
const CORE_METRICS: readonly (readonly [DerivedMetricId, string])[] = [
  ['OccupancyPercent', 'occupancy'],
  ['HBM_BW', 'memory bandwidth'],
  ['l2_hit_rate', 'the L2 hit rate'],
  ['MfmaUtil', 'use of the matrix units'],
  ['VALUBusy', 'use of the vector units'],
  ['lds_bank_conflict_rate', 'LDS bank conflicts'],
];

/**
 * The runs that would bring the metrics which a trace with counters still lacks; null when it has all that its GPU can
 * give. Only kernels on one kind of device are looked at: the one with the most time first.
 */
export function counterEscalation(kernels: readonly KernelMetrics[]): Escalation | null {
  const [first] = kernels;
  const gfxId = first?.counters.device.gfxId ?? null;
  if (first === undefined || gfxId === null || !isKnownGfxId(gfxId)) return null;
  const lacking = CORE_METRICS.filter(([id]) => first.outcomes.get(id)?.value === null);
  const missing = lacking.map(([id, text]) => ({ text, names: first.outcomes.get(id)?.missing ?? [] }));
  const gained = missing.filter(({ names }) => names.length > 0);
  // The counters that a share of time is measured against come along: runs differ in their clocks.
  const clocks = gained.length === 0 ? [] : ['GRBM_GUI_ACTIVE', 'GRBM_COUNT'];
  const counters = new Set([...clocks, ...gained.flatMap(({ names }) => names)].map(collectionName));
  const { passes } = planPasses([...counters], gfxId);
  if (passes.length === 0) return null;
  const commands = splitIntoPasses({
    counters: [...counters],
    gfxId,
    flags: ['--kernel-trace'],
    args: [{ name: '--output-format', value: 'rocpd' }],
    outputDirectory: './counters_output',
    outputPrefix: 'counters',
    description: 'Collect the counters that are missing',
  });
  return {
    required: true,
    reason: `Would tell ${listOf(gained.map(({ text }) => text))}`,
    gpu_arch: gfxId,
    pass_count: passes.length,
    passes: passes.map((names, index) => ({ index: index + 1, counters: [...names], pmc: names.join(' ') })),
    commands: [...commands, ...takeEverything(gfxId)].map(({ tool, description, full_command: line }) => ({
      tool,
      description,
      full_command: line,
    })),
  };
}

/** All counters in several replays; rocprof-compute serves the Instinct line only. */
function takeEverything(gfxId: string): Command[] {
  if (!gfxId.startsWith('gfx9')) return [];
  return [
    makeCommand(
      {
        tool: 'rocprof-compute',
        description: 'Collect all counters',
        flags: [],
        args: [{ name: '-n', value: 'counters' }],
      },
      APP_PLACEHOLDER,
      ['profile'],
    ),
  ];
}

function listOf(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(', ')} and ${last}`;
}
