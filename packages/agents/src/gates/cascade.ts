import { isPerfXpertError } from '@perfxpert/tools';
import type { ToolContext } from '@perfxpert/tools';
import type { GateOutcome, GateVerdict } from '../team/correctness-schema.js';
import { anchorsGate } from './anchors-gate.js';
import { bitwiseGate } from './bitwise-gate.js';
import { compileGate } from './compile-gate.js';
import type { GateInput } from './gate-input.js';
import type { Gate, GateFinding } from './gate.js';
import { regressionGate } from './regression-gate.js';
import { solGate } from './sol-gate.js';

/** The gates in their order; the first that fails ends the cascade. */
export const GATE_CASCADE: readonly Gate[] = [compileGate, solGate, bitwiseGate, regressionGate, anchorsGate];

/** A verdict without an id yet, and the kernel time of the patched run where gate 4 saw it. */
export interface CascadeResult {
  readonly verdict: GateVerdict & { readonly gates: readonly GateOutcome[]; readonly complete: boolean };
  readonly candidateNs: number | null;
}

interface Step {
  readonly gate: Gate;
  readonly outcome: GateOutcome;
  readonly finding: GateFinding | null;
}

/**
 * Runs the gates one after another and sums them up. A gate that throws rejects; a gate without its inputs is skipped, and
 * the verdict says so; where nothing at all could be checked, the patch is rejected.
 *
 * @throws ToolError CANCELLED
 */
export async function runCascade(
  input: GateInput,
  context: Partial<ToolContext>,
  gates: readonly Gate[] = GATE_CASCADE,
): Promise<CascadeResult> {
  const steps: Step[] = [];
  let failed: Step | null = null;
  for (const gate of gates) {
    const step: Step = failed === null ? await runGate(gate, input, context) : notRun(gate);
    steps.push(step);
    if (failed === null && (step.outcome.outcome === 'fail' || step.outcome.outcome === 'error')) failed = step;
  }
  return { verdict: verdictOf(steps, failed, input), candidateNs: firstOf(steps, (finding) => finding.candidateNs) };
}

async function runGate(gate: Gate, input: GateInput, context: Partial<ToolContext>): Promise<Step> {
  const startedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startedAt);
  try {
    const finding = await gate.check(input, context);
    const { outcome, reason, raw } = finding;
    const entry = { gate: gate.name, ok: outcome === 'pass', outcome, reason, ms: elapsedMs() };
    return { gate, finding, outcome: raw === undefined ? entry : { ...entry, raw: { ...raw } } };
  } catch (error) {
    if (isPerfXpertError(error) && error.code === 'CANCELLED') throw error;
    const reason = isPerfXpertError(error) ? error.message : 'the gate itself failed';
    return { gate, finding: null, outcome: { gate: gate.name, ok: false, outcome: 'error', reason, ms: elapsedMs() } };
  }
}

function notRun(gate: Gate): Step {
  const reason = 'an earlier gate failed';
  return { gate, finding: null, outcome: { gate: gate.name, ok: false, outcome: 'not_run', reason, ms: 0 } };
}

function verdictOf(steps: readonly Step[], failed: Step | null, input: GateInput): CascadeResult['verdict'] {
  const outcomes = steps.map(({ outcome }) => outcome);
  const run = outcomes.filter(({ outcome }) => outcome === 'pass' || outcome === 'fail' || outcome === 'error');
  const skippedGates = outcomes.filter(({ outcome }) => outcome === 'skipped').map(({ gate }) => gate);
  const note = skippedGates.length === 0 ? '' : `skipped: ${skippedGates.join(', ')}`;
  const nothing = failed === null && run.length === 0;
  const status = nothing
    ? 'reject'
    : failed === null
      ? 'pass'
      : failed.outcome.outcome === 'error'
        ? 'reject'
        : failed.gate.failure;
  const said = nothing ? 'no gate could be run' : (failed?.outcome.reason ?? `${run.length} gates passed`);
  return {
    status,
    failing_gate: nothing ? 'compile' : (failed?.gate.name ?? null),
    detail: [said, note].filter((part) => part !== '').join('; '),
    delta_pct: firstOf(steps, (finding) => finding.deltaPct),
    metrics: { ...Object.assign({}, ...steps.map(({ finding }) => finding?.metrics ?? {})), gates_run: run.length },
    rejected_patch_sha: status === 'pass' ? null : input.patch_sha,
    per_kernel_deltas: [...(firstOf(steps, (finding) => finding.kernelDeltas) ?? [])],
    gates: outcomes,
    complete: run.length === steps.length && failed === null,
  };
}

function firstOf<T>(steps: readonly Step[], pick: (finding: GateFinding) => T | undefined): T | null {
  for (const { finding } of steps) {
    const value = finding === null ? undefined : pick(finding);
    if (value !== undefined) return value;
  }
  return null;
}
