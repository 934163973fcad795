import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderText } from '../../../src/render/text/render-text.js';
import { fullReport } from '../../fixtures/full-report.js';

/** What the text report leaves to JSON, and why. A leaf that is listed here and shown after all fails the test too. */
const LEFT_TO_JSON: Readonly<Record<string, string>> = {
  'features[]': 'says which sections there are; a reader sees them',
  'metadata.analysis_version': 'equal to schema_version',
  'metadata.processes[].guid': 'an identity for programs',
  'profiling_info.gpus[].label': 'devices are named where they have figures',
  'profiling_info.gpus[].guid': 'an identity for programs',
  'profiling_info.gpus[].agent_id': 'an identity for programs',
  'trace_quality.dropped_intervals': 'null_times + negative_durations, which are shown',
  'summary.primary_bottleneck': 'equal to primary_bottleneck',
  'execution_breakdown.gpu_busy_ns': 'compute + exposed copy, both shown',
  'execution_breakdown.compute_pct': 'shares are computed from the nanoseconds, communication apart',
  'execution_breakdown.copy_exposed_pct': 'likewise',
  'execution_breakdown.copy_hidden_pct': 'shown in time',
  'execution_breakdown.communication_exposed_pct': 'shares are computed from the nanoseconds',
  'execution_breakdown.api_exposed_pct': 'likewise',
  'execution_breakdown.idle_other_pct': 'likewise',
  'execution_breakdown.devices[].guid': 'an identity for programs',
  'execution_breakdown.devices[].agent_id': 'an identity for programs',
  'execution_breakdown.devices[].gfx_id': 'architectures are in the header',
  'execution_breakdown.devices[].group': 'an index for programs',
  'execution_breakdown.devices[].kernel_time_ns': 'summed time per device; the sum of all is shown',
  'execution_breakdown.devices[].copy_hidden_ns': 'the mean of all devices is shown',
  'execution_breakdown.devices[].api_exposed_wait_ns': 'the mean of all devices is shown',
  'execution_breakdown.devices[].gpu_busy_ns': 'shown as a share',
  'execution_breakdown.devices[].compute_pct': 'shown in time and as a bar',
  'execution_breakdown.devices[].copy_exposed_pct': 'likewise',
  'execution_breakdown.devices[].copy_hidden_pct': 'likewise',
  'execution_breakdown.devices[].communication_exposed_pct': 'likewise',
  'execution_breakdown.devices[].api_exposed_pct': 'likewise',
  'execution_breakdown.devices[].api_exposed_wait_pct': 'likewise',
  'execution_breakdown.devices[].idle_other_pct': 'likewise',
  'execution_breakdown.devices[].concurrency': 'the figure of all devices is shown',
  'hotspots[].severity': 'severity_label says it with the same thresholds',
  'hotspots[].variants[].workgroup[]': 'shapes are counted; the largest is among the resources',
  'hotspots[].variants[].grid[]': 'likewise',
  'hotspots[].variants[].calls': 'likewise',
  'hotspots[].variants[].total_duration': 'likewise',
  'hotspots[].variants[].median_duration': 'likewise',
  'hotspots[].agents[]': 'devices are counted',
  'communication.collectives[].kernel_name': 'the operation says which kernel',
  'communication.collectives[].start_ns': 'a point in time for programs',
  'communication.collectives[].wait_ns': 'arrivals and ranks have it',
  'communication.collectives[].skew_ns': 'likewise',
  'communication.ranks[].derived_delay_ns': 'shown where ranks have no common clock (own test)',
  'communication.arrivals[].starts_ns[]': 'spread and last rank are shown',
  'communication.arrivals[].durations_ns[]': 'the shortest and the longest are shown',
  'communication.collectives[].ranks': 'the heading has it',
  'communication.summary.capture_incomplete': 'equal to communication.capture_incomplete',
  'communication.summary.fallback_kernel_count': 'shown where bandwidth could not be measured (own test)',
  'communication.summary.observed_total_duration_ns': 'likewise',
  'communication.summary.incomplete_reason': 'likewise',
  'communication.capture_incomplete': 'likewise',
  'steps.loops[].guid': 'an identity for programs',
  'idle_causes.devices[].guid': 'an identity for programs',
  'idle_causes.devices[].agent_id': 'an identity for programs',
  'ranks.ranks[].rank': 'the label of the device has it',
  'ranks.ranks[].guid': 'an identity for programs',
  'ranks.ranks[].agent_id': 'an identity for programs',
  'ranks.ranks[].cohort': 'an index for programs',
  'ranks.cohorts[].ranks[]': 'indices for programs',
  'ranks.straggler.index': 'an index for programs',
  'warmup.outliers[].grid': 'the block is shown; the grid where the table has room',
  'roofline.schema_version': 'one version for all',
  'roofline.arch_peaks.fp32': 'among the roofs',
  'roofline.arch_peaks.fp16': 'likewise',
  'roofline.arch_peaks.bf16': 'likewise',
  'roofline.arch_peaks.fp64': 'likewise',
  'roofline.arch_peaks.fp8': 'likewise',
  'roofline.arch_peaks.int8': 'likewise',
  'roofline.kernels[].flops': 'the rate is shown',
  'roofline.kernels[].dispatch_count': 'calls are among the kernels',
  'roofline.kernels[].read_bytes': 'bytes moved are shown',
  'roofline.kernels[].write_bytes': 'likewise',
  'roofline.kernels[].fp_type_source': 'told for the whole',
  'hardware_counters.metrics.per_kernel.*.*.reason': 'unknown figures of one kernel are left out',
  'recommendations[].name': 'id and title say it',
  'recommendations[].estimated_saving_ns': 'equal to recoverable_ns',
  'recommendations[].commands[].tool': 'the command line starts with it',
  'recommendations[].commands[].flags[]': 'the command line has them',
  'recommendations[].commands[].args[].name': 'the command line has them',
  'recommendations[].commands[].args[].value': 'the command line has them',
  'hardware_counters.escalation.passes[].pmc': 'the counters of the pass are listed',
  'hardware_counters.escalation.required': 'the section stands where it is, or where there are commands',
  'att_trace.kernels[].name': 'the name in the trace is shown where it is the same kernel',
  'att_trace.kernels[].avg_stall_ratio': 'the ratio of the sums is shown',
  'att_trace.kernels[].total_weighted_stall': 'counts executions twice; kept for programs',
  'att_trace.kernels[].top_stalling_instructions[].address': 'for programs',
  'att_trace.kernels[].top_stalling_instructions[].total_latency_cycles': 'the ratio is shown',
  'att_trace.kernels[].top_stalling_instructions[].weighted_stall': 'counts executions twice; kept for programs',
  'att_trace.kernels[].top_stalling_instructions[].source_chain[]': 'the outermost line is shown',
  'att_trace.kernels[].source_lines[].instruction_count': 'stalls are shown',
  'att_trace.kernels[].source_lines[].total_latency_cycles': 'likewise',
  'att_trace.kernels[].source_lines[].idle_cycles': 'likewise',
  'tier0_findings.risk_areas[]': 'the issues of the recommendations say it',
  'tier0_findings.code_patterns[].priority': 'among the recommendations',
  'tier0_findings.code_patterns[].category': 'likewise',
  'tier0_findings.code_patterns[].pattern_id': 'likewise',
  'tier0_findings.code_patterns[].issue': 'likewise',
  'tier0_findings.code_patterns[].suggestion': 'likewise',
  'warnings[]': 'diagnostics in one line each',
  'diagnostics[].section': 'the message says what it is about',
};

/** Values that a schema picks from a list: another of the list. */
const OTHER_CHOICE: Readonly<Record<string, string>> = {
  error: 'info',
  warning: 'error',
  info: 'error',
  CRITICAL: 'COOL',
  HOT: 'COOL',
  WARM: 'CRITICAL',
  memory_transfer: 'compute',
  'bandwidth-bound': 'unknown',
  memory: 'compute',
  compute: 'memory',
  bf16: 'fp16',
  from_counters: 'default',
  counters: 'estimate',
  counter_run: 'run_without_counters',
  tables: 'derived',
  blocking_sync: 'unknown',
  markers: 'sequence',
  sequence: 'markers',
  kernel: 'idle',
  copy: 'idle',
  late_launch: 'unknown',
  high: 'low',
  collectives: 'window',
  kernels: 'copies',
  kernel_ns: 'wall_ns',
  collective_ends: 'one_clock',
  throttling: 'hot',
  'amd-smi': 'rocm-smi',
};

interface Leaf {
  readonly place: string;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

/** Open records: their keys are names of kernels, counters, directions. */
const RECORDS = /^(memory_analysis|hardware_counters\.(counters|per_kernel|metrics\.derived|metrics\.per_kernel))$/;

function leavesOf(value: unknown, path: readonly (string | number)[] = [], place = ''): Leaf[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => leavesOf(entry, [...path, index], `${place}[]`));
  if (value === null || typeof value !== 'object') return [{ place, path, value }];
  return Object.entries(value).flatMap(([key, entry]) => {
    const name = RECORDS.test(place) || /per_kernel\.\*$/.test(place) ? '*' : key;
    return leavesOf(entry, [...path, key], place === '' ? name : `${place}.${name}`);
  });
}

function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value * 3 + 1_000 : value * 1.7 + 1;
  if (typeof value === 'string') return OTHER_CHOICE[value] ?? `${value}x`;
  return typeof value === 'boolean' ? !value : value;
}

function withOtherValue({ path, value }: Leaf): Report {
  const report = structuredClone(fullReport());
  let parent: unknown = report;
  for (const key of path.slice(0, -1)) parent = (parent as Record<string | number, unknown>)[key];
  (parent as Record<string | number, unknown>)[path.at(-1) ?? ''] = otherValue(value);
  return report;
}

const render = (report: Report) => renderText(report, { width: 100, isUnicode: true, isColored: false });

/** Places of the report whose value changes the text, whichever of the equal places does. */
function shownPlaces(): { shown: Set<string>; all: Set<string> } {
  const before = render(fullReport());
  const leaves = leavesOf(fullReport()).filter(({ value }) => value !== null);
  const shown = new Set<string>();
  for (const leaf of leaves)
    if (!shown.has(leaf.place) && render(withOtherValue(leaf)) !== before) shown.add(leaf.place);
  return { shown, all: new Set(leaves.map(({ place }) => place)) };
}

describe('text report', () => {
  const { shown, all } = shownPlaces();

  it('shows every leaf of the report that it does not leave to JSON', () => {
    expect([...all].filter((place) => !shown.has(place) && !Object.hasOwn(LEFT_TO_JSON, place))).toEqual([]);
  });

  it('leaves to JSON nothing that it shows', () => {
    expect(Object.keys(LEFT_TO_JSON).filter((place) => shown.has(place))).toEqual([]);
  });

  it('lists only leaves that exist', () => {
    expect(Object.keys(LEFT_TO_JSON).filter((place) => !all.has(place))).toEqual([]);
  });
});
