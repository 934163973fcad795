import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderHtml } from '../../../src/render/html/render-html.js';
import { fullReport } from '../../fixtures/full-report.js';
import { leavesOf, withOtherValue } from '../../fixtures/report-leaves.js';

/** What the page leaves to its data (the JSON button), and why. A leaf that is listed here and shown after all fails too. */
const LEFT_TO_JSON: Readonly<Record<string, string>> = {
  'att_trace.kernels[].top_stalling_instructions[].idle_cycles': 'those of source lines and kernels are shown',
  'att_trace.kernels[].top_stalling_instructions[].weighted_stall': 'counts executions twice; kept for programs',
  'att_trace.kernels[].total_latency_cycles': 'the ratio is shown',
  'att_trace.kernels[].total_weighted_stall': 'counts executions twice; kept for programs',
  'communication.arrivals[].rank_count': 'a line is drawn for each',
  'communication.capture_incomplete': 'shown where bandwidth could not be measured (own test)',
  'communication.collectives[].kernel_name': 'the operation says which kernel',
  'communication.collectives[].ranks': 'the sentence of the section has it',
  'communication.collectives[].skew_ns': 'arrivals have it',
  'communication.collectives[].start_ns': 'a point in time for programs',
  'communication.collectives[].wait_ns': 'arrivals and ranks have it',
  'communication.ranks[].derived_delay_ns': 'shown where ranks have no common clock',
  'communication.summary.capture_incomplete': 'equal to communication.capture_incomplete',
  'communication.summary.fallback_kernel_count': 'shown where bandwidth could not be measured (own test)',
  'communication.summary.incomplete_reason': 'likewise',
  'communication.summary.observed_total_duration_ns': 'likewise',
  'execution_breakdown.api_exposed_pct': 'shares are computed from the nanoseconds, unrounded',
  'execution_breakdown.communication_exposed_pct': 'likewise',
  'execution_breakdown.compute_pct': 'likewise',
  'execution_breakdown.copy_hidden_pct': 'shown in time',
  'execution_breakdown.devices[].agent_id': 'an identity for programs',
  'execution_breakdown.devices[].api_exposed_pct': 'shown in time and as a bar',
  'execution_breakdown.devices[].api_exposed_wait_ns': 'the figure of all devices is shown',
  'execution_breakdown.devices[].api_exposed_wait_pct': 'the figure of all devices is shown',
  'execution_breakdown.devices[].communication_exposed_pct': 'shown in time and as a bar',
  'execution_breakdown.devices[].compute_pct': 'shown in time and as a bar',
  'execution_breakdown.devices[].concurrency': 'the figure of all devices is shown',
  'execution_breakdown.devices[].copy_exposed_pct': 'shown in time and as a bar',
  'execution_breakdown.devices[].copy_hidden_ns': 'the figure of all devices is shown',
  'execution_breakdown.devices[].copy_hidden_pct': 'the figure of all devices is shown',
  'execution_breakdown.devices[].gfx_id': 'architectures are among the facts',
  'execution_breakdown.devices[].gpu_busy_ns': 'shown as a share',
  'execution_breakdown.devices[].group': 'an index for programs',
  'execution_breakdown.devices[].guid': 'an identity for programs',
  'execution_breakdown.devices[].idle_other_pct': 'shown in time and as a bar',
  'execution_breakdown.devices[].kernel_time_ns': 'the figure of all devices is shown',
  'execution_breakdown.gpu_busy_ns': 'shown as a share',
  'execution_breakdown.idle_other_pct': 'shares are computed from the nanoseconds, unrounded',
  'exploratory_proposals[].provenance.trace_fingerprint': 'an identity for programs',
  'exploratory_proposals[].provenance.fence_sha256': 'likewise',
  'exploratory_proposals[].provenance.catalog_sha256': 'likewise',
  'features[]': 'says which sections there are; a reader sees them',
  'hardware_counters.escalation.passes[].pmc': 'the counters of the pass are listed',
  'hardware_counters.escalation.required': 'the section stands where it is, or where there are commands',
  'hardware_counters.metrics.per_kernel.*.*.reason': 'unknown figures of one kernel are left out',
  'hotspots[].agents[]': 'devices are counted where there are several',
  'hotspots[].severity': 'severity_label says it with the same thresholds',
  'idle_causes.devices[].agent_id': 'an identity for programs',
  'idle_causes.devices[].guid': 'likewise',
  'idle_causes.causes[].top_ranges[].name': 'named in the advice and in the text report',
  'idle_causes.causes[].top_ranges[].share_pct': 'likewise',
  'idle_causes.causes[].top_ranges[].total_ns': 'likewise',
  'metadata.analysis_version': 'equal to schema_version',
  'metadata.processes[].guid': 'an identity for programs',
  'profiling_info.gpus[].agent_id': 'an identity for programs',
  'profiling_info.gpus[].guid': 'likewise',
  'profiling_info.gpus[].label': 'devices are named where they have figures',
  'profiling_info.total_duration_ns': 'equal to execution_breakdown.wall_ns',
  'ranks.cohorts[].clock.reason': 'shown where clocks are not comparable',
  'ranks.cohorts[].ranks[]': 'an index for programs',
  'ranks.ranks[].agent_id': 'an identity for programs',
  'ranks.ranks[].cohort': 'an index for programs',
  'ranks.ranks[].guid': 'an identity for programs',
  'ranks.ranks[].rank': 'the label of the device has it',
  'ranks.straggler.index': 'an index for programs',
  'recommendations[].commands[].args[].name': 'the command line has them',
  'recommendations[].commands[].args[].value': 'likewise',
  'recommendations[].commands[].flags[]': 'likewise',
  'recommendations[].commands[].tool': 'likewise',
  'recommendations[].estimated_saving_ns': 'equal to recoverable_ns',
  'recommendations[].name': 'id and title say it',
  'roofline.arch_peaks.bf16': 'among the roofs',
  'roofline.arch_peaks.fp16': 'likewise',
  'roofline.arch_peaks.fp32': 'likewise',
  'roofline.arch_peaks.fp64': 'likewise',
  'roofline.arch_peaks.fp8': 'likewise',
  'roofline.arch_peaks.int8': 'likewise',
  'roofline.kernels[].flops': 'the rate is shown',
  'roofline.kernels[].fp_type_source': 'told for the whole',
  'roofline.kernels[].read_bytes': 'bytes moved are shown',
  'roofline.kernels[].write_bytes': 'likewise',
  'roofline.schema_version': 'one version for all',
  'steps.loops[].guid': 'an identity for programs',
  'steps.loops[].loop_time.api_exposed_ns': 'what the verdict on the steady state rests on; its evidence has it',
  'steps.loops[].loop_time.api_exposed_wait_ns': 'likewise',
  'steps.loops[].loop_time.communication_exposed_ns': 'likewise',
  'steps.loops[].loop_time.compute_ns': 'likewise',
  'steps.loops[].loop_time.copy_exposed_ns': 'likewise',
  'steps.loops[].loop_time.idle_other_ns': 'likewise',
  'steps.loops[].loop_time.wall_ns': 'likewise',
  'summary.primary_bottleneck': 'equal to primary_bottleneck',
  'tier0_findings.code_patterns[].category': 'among the recommendations',
  'tier0_findings.code_patterns[].issue': 'likewise',
  'tier0_findings.code_patterns[].pattern_id': 'likewise',
  'tier0_findings.code_patterns[].priority': 'likewise',
  'tier0_findings.code_patterns[].suggestion': 'likewise',
  'tier0_findings.risk_areas[]': 'the issues of the recommendations say it',
  'trace_quality.dropped_intervals': 'null_times + negative_durations, which are shown',
  'warnings[]': 'diagnostics in one line each',
};

/** Values that a schema picks from a list: another of the list. */
const OTHER_CHOICE: Readonly<Record<string, string>> = {
  error: 'info',
  warning: 'error',
  info: 'error',
  HIGH: 'LOW',
  MEDIUM: 'LOW',
  LOW: 'HIGH',
  CRITICAL: 'COOL',
  HOT: 'COOL',
  WARM: 'CRITICAL',
  memory: 'compute',
  compute: 'memory',
  bf16: 'fp16',
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
  att_vmem_latency: 'att_unknown',
  att_dependency_chain: 'att_unknown',
  att_lds_conflict: 'att_unknown',
};

/** The page without the data that the JSON button saves: what a reader sees. */
const show = (report: Report): string =>
  renderHtml(report).replace(/<script type="application\/json" id="report-data">[^<]*<\/script>/, '');

describe('the HTML report', () => {
  it('shows every value of a report, or says why it is left to JSON', () => {
    const report = fullReport();
    const before = show(report);
    const hidden = new Set<string>();
    const shown = new Set<string>();
    for (const leaf of leavesOf(report)) {
      // One shown value of a place is enough, and drawing takes a while.
      if (leaf.value === null || shown.has(leaf.place)) continue;
      const isShown = show(withOtherValue(report, leaf, OTHER_CHOICE)) !== before;
      (isShown ? shown : hidden).add(leaf.place);
    }
    const left = [...hidden].filter((place) => !shown.has(place)).sort();
    expect(left).toEqual(Object.keys(LEFT_TO_JSON).sort());
  });
});
