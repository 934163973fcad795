import { isPerfXpertError, patchMgr, tasks, ToolError } from '@perfxpert/tools';
import { beginCall } from '../runtime/agent-call.js';
import type { AgentCall } from '../runtime/agent-call.js';
import type { AgentOptions } from '../runtime/agent-options.js';
import type { VerdictRow } from '../runtime/session-store.js';
import { fileSha } from './judged-file.js';
import { specialistOffer } from '../team/specialist-techniques.js';

/** A patch that the gates have judged. */
export interface JudgedPatch {
  readonly verdict_id: string;
  readonly session_id: string;
  readonly project_root: string;
  /** The patched file, as a path from project_root. */
  readonly rel_path: string;
  /** For the technique to try next; without it, those that exist on every GPU. */
  readonly gfx_id?: string;
}

/** What became of a patch. */
export interface SettledPatch {
  readonly action: 'accept' | 'revert';
  /** Gates that were not run; a patch is accepted without them, and this says so. */
  readonly skipped_gates: readonly string[];
  readonly complete: boolean;
}

const KINDS = ['compute', 'memory', 'latency'] as const;

/**
 * Acts on a verdict: a pass keeps the patch, anything else brings the original back. Only for verdicts that the gates
 * issued in this session, and only while the file is the one that they judged. Keeps the attempt, with the technique to
 * try next, for the Correctness agent.
 *
 * @throws ToolError INVALID_ARGUMENT for a verdict that was not issued, or a file that has changed since; those of
 * `patchMgr.revert`
 */
export async function settlePatch(patch: JudgedPatch, options: AgentOptions = {}): Promise<SettledPatch> {
  const call = beginCall('gates', { airgap: true, session_id: patch.session_id }, options);
  const row = call.session?.store.findVerdict(patch.verdict_id) ?? null;
  if (row === null || row.sessionId !== patch.session_id)
    throw new ToolError(
      'INVALID_ARGUMENT',
      'verdict_id must be the id of a verdict that the gates issued in this session.',
      {
        field: 'verdict_id',
      },
    );
  const isPass = row.status === 'pass';
  await requireJudgedFile(patch, row, call);
  if (!isPass) await patchMgr.revert({ project_root: patch.project_root, rel_path: patch.rel_path }, call.toolContext);
  await keepAttempt(row, patch, call);
  const gates = gatesOf(row);
  return {
    action: isPass ? 'accept' : 'revert',
    skipped_gates: gates.filter(({ outcome }) => outcome === 'skipped').map(({ gate }) => gate),
    complete: row.isComplete,
  };
}

async function requireJudgedFile(patch: JudgedPatch, row: VerdictRow, call: AgentCall): Promise<void> {
  const sha = await fileSha(patch.project_root, patch.rel_path, call.toolContext);
  if (row.patchSha !== null && sha.startsWith(row.patchSha)) return;
  throw new ToolError('INVALID_ARGUMENT', 'The file is not the one that the gates judged; run the gates again.', {
    field: 'rel_path',
  });
}

/** A closed task per attempt: kernel, technique, outcome, SHA of the patch, and what to try next. */
async function keepAttempt(row: VerdictRow, patch: JudgedPatch, call: AgentCall): Promise<void> {
  if (!call.canWriteTasks || row.kernel === null) return;
  try {
    const tried = await tasks.queryByKernel({ name: row.kernel }, call.toolContext);
    const names = new Set([row.technique, ...tried.map(({ meta }) => meta['technique'])]);
    const id = await tasks.create(
      {
        title: `Attempt ${row.technique ?? 'unnamed'}: ${row.status}`.slice(0, 200),
        meta: {
          kernel: row.kernel,
          technique: row.technique,
          outcome: row.status,
          patch_sha: row.patchSha,
          verdict_id: row.id,
          candidate_alternative: nextTechnique(row.technique, names, patch.gfx_id ?? null),
        },
      },
      call.toolContext,
    );
    await tasks.close({ id, reason: row.status }, call.toolContext);
  } catch (error) {
    if (!isPerfXpertError(error)) throw error;
    call.warnings.push(`TASKS_UNAVAILABLE: ${error.message}`);
  }
}

/** The next technique of the same specialist that nothing contradicts and that was not tried; null without. */
function nextTechnique(technique: string | null, tried: ReadonlySet<unknown>, gfxId: string | null): string | null {
  const facts = { hotKernels: [], data: [] };
  const offers = KINDS.map((kind) => specialistOffer(kind, gfxId, facts).techniques);
  const own = offers.find((techniques) => techniques.some(({ name }) => name === technique));
  const next = own?.find(({ name, status }) => status !== 'not_applicable' && !tried.has(name));
  return next?.name ?? null;
}

function gatesOf({ body }: VerdictRow): readonly { readonly gate: string; readonly outcome: string }[] {
  const verdict = JSON.parse(body) as { gates?: { gate: string; outcome: string }[] }; // written by runGates
  return verdict.gates ?? [];
}
