import { createHash } from 'node:crypto';
import { parseInput, ToolError } from '@perfxpert/tools';
import { beginCall } from '../runtime/agent-call.js';
import type { AgentCall } from '../runtime/agent-call.js';
import { GateCapReached } from '../runtime/agent-errors.js';
import type { AgentOptions } from '../runtime/agent-options.js';
import type { SessionStore, VerdictRow } from '../runtime/session-store.js';
import { verdictDigest } from '../team/run-correctness.js';
import type { GateVerdict } from '../team/correctness-schema.js';
import { runCascade } from './cascade.js';
import { GateInputSchema } from './gate-input.js';
import type { GateInput } from './gate-input.js';
import { fileSha } from './judged-file.js';

/** How often the gates may be asked, per session. */
export const GATE_CAPS = { cyclesPerKernel: 5, consecutiveFailures: 3 } as const;

/** A verdict of our gates: it has an id under which the session keeps it. */
export type IssuedVerdict = GateVerdict & { readonly verdict_id: string };

/**
 * Runs the five gates on a patched project and issues the verdict. Executes the compiler, the program and its tests; no
 * agent can start it.
 *
 * @param sessionId session that keeps the verdict and counts the attempts
 * @throws GateCapReached after 5 attempts for a kernel, or 3 verdicts in a row that were no pass; ToolError
 * INVALID_ARGUMENT (also where `patch_sha` is not that of the patched file), NOT_FOUND, CANCELLED
 */
export async function runGates(
  rawInput: unknown,
  sessionId: string,
  options: AgentOptions = {},
): Promise<IssuedVerdict> {
  const input = parseInput('gates', GateInputSchema, rawInput);
  const call = beginCall('gates', { airgap: true, session_id: sessionId }, options);
  const { session } = call;
  if (session === null) throw new ToolError('INTERNAL', 'The gates have no session.');
  const { store } = session;
  checkCaps(store.verdicts(sessionId), input);
  await checkPatch(input, call);
  const { verdict, candidateNs } = await runCascade(input, call.toolContext);
  // What was judged must be what bears the name: a file that changed meanwhile is another one.
  const patchSha = (await checkPatch(input, call)) ?? input.patch_sha;
  const digest = verdictDigest(verdict);
  const make = (earlier: readonly VerdictRow[]): VerdictRow => {
    // Others may have been issued while the gates ran.
    checkCaps(earlier, input);
    const text = `${sessionId}\n${earlier.length + 1}\n${digest}`;
    const id = `gv-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    return rowOf({ ...verdict, verdict_id: id }, { sessionId, digest, patchSha }, input);
  };
  const { id } = store.addVerdict(sessionId, make, (options.now ?? (() => new Date()))());
  const issued = { ...verdict, verdict_id: id };
  noteEdit(store, sessionId, input, issued, candidateNs);
  return issued;
}

/** The file that is judged is the one of `patch_sha`, which may be cut: its whole SHA-256. Null where no file is named. */
async function checkPatch(input: GateInput, { toolContext }: AgentCall): Promise<string | null> {
  const relPath = input.patch_rel ?? input.source_rel;
  if (relPath === undefined) return null;
  const sha = await fileSha(input.project_root, relPath, toolContext);
  if (sha.startsWith(input.patch_sha)) return sha;
  throw new ToolError(
    'INVALID_ARGUMENT',
    'patch_sha must be the SHA-256 of the patched file; it is that of another one.',
    {
      field: 'patch_sha',
    },
  );
}

function checkCaps(verdicts: readonly VerdictRow[], { kernel_name: kernel = null }: GateInput): void {
  const cycles = verdicts.filter((row) => kernel !== null && row.kernel === kernel).length;
  if (cycles >= GATE_CAPS.cyclesPerKernel)
    throw new GateCapReached(`${GATE_CAPS.cyclesPerKernel} attempts for this kernel are used up.`, { cap: 'cycles' });
  const last = verdicts.slice(-GATE_CAPS.consecutiveFailures);
  if (last.length === GATE_CAPS.consecutiveFailures && last.every(({ status }) => status !== 'pass'))
    throw new GateCapReached(
      `The last ${GATE_CAPS.consecutiveFailures} patches did not pass; look at the cause before the next one.`,
      { cap: 'consecutive_failures' },
    );
}

function rowOf(
  verdict: IssuedVerdict,
  kept: Pick<VerdictRow, 'sessionId' | 'digest' | 'patchSha'>,
  input: GateInput,
): VerdictRow {
  return {
    ...kept,
    id: verdict.verdict_id,
    status: verdict.status,
    isComplete: verdict.complete === true,
    kernel: input.kernel_name ?? null,
    technique: input.technique ?? null,
    body: JSON.stringify(verdict),
  };
}

function noteEdit(
  store: SessionStore,
  sessionId: string,
  input: GateInput,
  verdict: IssuedVerdict,
  candidateNs: number | null,
): void {
  store.addEdit(sessionId, {
    verdict_id: verdict.verdict_id,
    status: verdict.status,
    patch_sha: input.patch_sha,
    ...(input.kernel_name === undefined || input.kernel_name === null ? {} : { kernel: input.kernel_name }),
    ...(input.technique === undefined || input.technique === null ? {} : { technique: input.technique }),
    ...(candidateNs === null ? {} : { total_runtime_ns: candidateNs }),
  });
}
