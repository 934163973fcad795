import type { ApiCall } from '../../../schemas/api-breakdown.js';
import type { ApiClass } from '../../../terms/api-terms.js';
import type { TraceFacts } from '../../facts/trace-facts.js';
import { rocprofv3 } from '../../profiler/rocprofv3-command.js';
import { percentOf } from '../../statistics/percent-of.js';
import { callLabel } from '../call-label.js';
import { busiestApiClass, isRuntimeInitialization } from '../empty-gpu.js';
import { EVIDENCE_SOURCES, evidence, windowEvidence } from '../evidence.js';
import { numberText, percentText, timeText } from '../figures.js';
import { rocprofSys } from '../profiler-commands.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';
import { windowPct } from '../window-time.js';

const MAX_CALLS = 3;

interface ApiAdvice {
  readonly title: string;
  readonly suggestion: string;
  readonly action: string;
}

const ADVICE: Readonly<Record<ApiClass, (name: string) => ApiAdvice>> = {
  launch: (name) => ({
    title: `Call ${name} less often: capture its sequence in a HIP graph`,
    suggestion: `Replay the repeated ${name} calls as a HIP graph, or fuse the kernels they launch.`,
    action: `Replace the ${name} calls of one iteration by one hipGraphLaunch`,
  }),
  alloc: (name) => ({
    title: `Allocate once: take ${name} out of the loop`,
    suggestion: `Keep the buffers of ${name} from one iteration to the next, or take them from a memory pool.`,
    action: `Replace ${name} inside the loop by buffers allocated before it`,
  }),
  compile: (name) => ({
    title: `Load code before the loop: ${name} runs while the GPU waits`,
    suggestion: `Trigger ${name} once before the first iteration, or cache what it compiles.`,
    action: `Change the start of the program to load every module before the first iteration`,
  }),
  memory: (name) => ({
    title: `Issue fewer ${name} calls`,
    suggestion: `Batch the buffers of ${name} calls that follow each other.`,
    action: `Batch the ${name} calls of one iteration into one`,
  }),
  sync: (name) => overheadOf(name),
  other: (name) => overheadOf(name),
};

/** Calls that do not wait, while the GPU runs nothing, take more than 15 % of the window; not for runs of start-up only, and not beside a busy GPU. */
export const apiOverhead: Rule = {
  id: 'ROCPD-API-001',
  name: 'api_overhead',
  evaluate({ facts, time, emptyGpu }) {
    if (time === null || emptyGpu === null || isRuntimeInitialization(time)) return [];
    if (emptyGpu.driver === 'device_imbalance') return [];
    const exposedPct = windowPct(time, time.apiWorkNs);
    if (exposedPct <= RULE_THRESHOLDS.apiExposedPct.value) return [];
    const calls = exposedCalls(facts.apiBreakdown.api_calls);
    const busiest = busiestApiClass(facts);
    const culprit = calls.find((call) => call.class === busiest) ?? calls[0] ?? null;
    const advice = ADVICE[busiest ?? 'other'](culprit === null ? 'API' : callLabel(culprit.name));
    return [
      {
        priority: 'MEDIUM',
        category: 'API Overhead',
        title: advice.title,
        issue:
          `API calls that do not wait take ${percentText(exposedPct)} of the window (${timeText(time.apiWorkNs)}) while the GPU runs nothing.` +
          callsText(facts, calls),
        suggestion: advice.suggestion,
        actions: [advice.action],
        confidence: 0.6,
        target: culprit?.name ?? null,
        isKernel: false,
        evidence: [
          ...windowEvidence(time, 'api_exposed_without_wait', time.apiWorkNs, EVIDENCE_SOURCES.facts),
          evidence('launch_overhead_ns', facts.apiBreakdown.launch_overhead_ns, 'ns'),
          ...calls.map((call) => evidence(`exposed_ns of ${call.name}`, call.exposed_ns, 'ns')),
        ],
        ...(busiest === 'launch' ? { cause: 'launch_bound' } : {}),
        recoverableNs: time.apiWorkNs,
        arithmetic: 'recoverable_ns = api_exposed_without_wait_ns = api_exposed_ns - api_exposed_wait_ns',
        impact: 'all the API time, waits left out, in which the GPU runs nothing.',
        commands: [
          rocprofv3('HIP and HSA calls with their kernels', './api_output', [
            '--hip-trace',
            '--hsa-trace',
            '--kernel-trace',
          ]),
          rocprofSys('API calls beside host threads', ['--trace']),
        ],
        effort: 'medium',
        risk: null,
      },
    ];
  },
};

/** The calls with the most exposed time, waiting calls left out. */
function exposedCalls(calls: readonly ApiCall[]): ApiCall[] {
  return calls
    .filter((call) => call.class !== 'sync' && call.exposed_ns > 0)
    .sort((left, right) => right.exposed_ns - left.exposed_ns || (left.name < right.name ? -1 : 1))
    .slice(0, MAX_CALLS);
}

function callsText({ apiBreakdown }: TraceFacts, calls: readonly ApiCall[]): string {
  if (!apiBreakdown.has_api_data || calls.length === 0) return '';
  const list = calls
    .map((call) => `${callLabel(call.name)} x${numberText(call.calls)} (${timeText(call.exposed_ns)})`)
    .join(', ');
  const launchPct = percentOf(apiBreakdown.launch_overhead_ns, apiBreakdown.total_api_ns);
  const launch = `Launch calls take ${timeText(apiBreakdown.launch_overhead_ns)}, ${percentText(launchPct)} of all API time.`;
  return ` ${launch} Most exposed: ${list}.`;
}

function overheadOf(name: string): ApiAdvice {
  return {
    title: `Take ${name} calls off the path between kernels`,
    suggestion: `Call ${name} once before the loop where its answer does not change.`,
    action: `Remove ${name} calls whose result the loop already has`,
  };
}
