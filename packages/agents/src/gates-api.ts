import type { GateInputSchema } from './gates/gate-input.js';
import type * as v from 'valibot';
import type { IssuedVerdict } from './gates/issue-verdict.js';
import type { JudgedPatch, SettledPatch } from './gates/settle-patch.js';
import type { AgentOptions } from './runtime/agent-options.js';

/** A patched project and what is claimed of the patch. */
export type GateRequest = Readonly<v.InferInput<typeof GateInputSchema>>;

/**
 * Runs the five gates (compile, sol, bitwise, regression, anchors) on a patched project and issues the verdict. Starts the
 * compiler, the program and its tests on this machine.
 *
 * @throws GateCapReached after 5 attempts for a kernel or 3 verdicts in a row without a pass; ToolError INVALID_ARGUMENT,
 * CANCELLED
 */
export async function runGates(
  request: GateRequest,
  sessionId: string,
  options: AgentOptions = {},
): Promise<IssuedVerdict> {
  return (await import('./gates/issue-verdict.js')).runGates(request, sessionId, options);
}

/**
 * Acts on a verdict of `runGates`: a pass keeps the patch, anything else brings the original back.
 *
 * @throws ToolError INVALID_ARGUMENT for a verdict that was not issued, or a file that changed since
 */
export async function settlePatch(patch: JudgedPatch, options: AgentOptions = {}): Promise<SettledPatch> {
  return (await import('./gates/settle-patch.js')).settlePatch(patch, options);
}
