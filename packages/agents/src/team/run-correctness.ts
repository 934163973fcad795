import { createHash } from 'node:crypto';
import { ToolError, isPerfXpertError, tasks } from '@perfxpert/tools';
import type { Task } from '@perfxpert/tools';
import type { AgentCall } from '../runtime/agent-call.js';
import { canonicalJson } from '../runtime/escaped-json.js';
import { knowledgeExcerpts } from '../runtime/knowledge-excerpts.js';
import { announced } from '../runtime/progress.js';
import { runAgent } from '../runtime/run-agent.js';
import { agentOf } from './agents.js';
import type { CorrectnessInput, GateVerdict, KernelDelta } from './correctness-schema.js';
import { narrativeOf, narrativeSchema } from './narrative-answer.js';

/** The action that follows from a status. Nothing else decides it. */
const ACTIONS = { pass: 'accept', regressed: 'revert', reject: 'reject_and_log' } as const;
const MAX_KERNEL_CHARACTERS = 10_000;
const MAX_TITLE_CHARACTERS = 200;

export interface CorrectnessRun {
  readonly verdict: GateVerdict['status'];
  readonly action: (typeof ACTIONS)[GateVerdict['status']];
  readonly narrative: string;
  readonly alternative_technique: string | null;
  readonly follow_up_task_id: string | null;
  /** Whether our own gates issued this verdict, word for word. */
  readonly verified: boolean;
}

/**
 * The Correctness agent: what follows from a finished verdict of the gates, and its words. A regressed patch gets the next
 * technique that was kept for it, a rejected one a task. A model changes the words alone. Nothing acts on a verdict that
 * the gates did not issue: it is put into words all the same.
 *
 * @throws ToolError INVALID_ARGUMENT for a status that contradicts its gate
 */
export function runCorrectness(input: CorrectnessInput, call: AgentCall): Promise<CorrectnessRun> {
  return announced(call.progress, 'correctness', async () => {
    const { gate_verdict: verdict, kernel_name: kernel } = input;
    const { status } = verdict;
    checkCoherence(verdict);
    const verified = isIssued(verdict, call);
    const alternative = status === 'regressed' ? await alternativeOf(input, call) : null;
    const taskId = status === 'reject' ? await followUp(verdict, kernel ?? null, call) : null;
    const template = templateOf(verdict, verified, alternative);
    const run = await runAgent(
      agentOf('correctness'),
      {
        instruction: 'Put the verdict of the gates into words.',
        facts: { gate_verdict: verdict, action: ACTIONS[status], verified, kernel_name: kernel ?? null },
        answerSchema: narrativeSchema(),
        excerpts: call.models === null ? '' : knowledgeExcerpts('correctness', null, null),
      },
      call,
    );
    return {
      verdict: status,
      action: ACTIONS[status],
      narrative: narrativeOf(run, call) ?? template,
      alternative_technique: alternative,
      follow_up_task_id: taskId,
      verified,
    };
  });
}

/** SHA-256 over what a verdict says; the id itself is not part of it. */
export function verdictDigest(verdict: GateVerdict): string {
  const { verdict_id: _id, gates: _gates, per_kernel_deltas: deltas, ...said } = verdict;
  return createHash('sha256')
    .update(canonicalJson({ ...said, per_kernel_deltas: deltaList(deltas) }))
    .digest('hex');
}

/** Changes of kernels as a list, whichever way they were given; largest first, then by name. */
export function deltaList(deltas: GateVerdict['per_kernel_deltas']): KernelDelta[] {
  const list = Array.isArray(deltas)
    ? deltas
    : Object.entries(deltas).map(([kernel, delta]) => ({ kernel, delta_pct: delta, was_hot: false }));
  return [...list].sort((left, right) => right.delta_pct - left.delta_pct || (left.kernel < right.kernel ? -1 : 1));
}

/** A pass names no gate, anything else the one that failed. */
function checkCoherence({ status, failing_gate: gate }: GateVerdict): void {
  if ((status === 'pass') === (gate === null)) return;
  const expected = status === 'pass' ? 'null for a pass' : `the gate that failed, as the status is ${status}`;
  throw new ToolError('INVALID_ARGUMENT', `agent_correctness: input.gate_verdict.failing_gate must be ${expected}.`, {
    field: 'input.gate_verdict.failing_gate',
    expected,
  });
}

function isIssued(verdict: GateVerdict, { stores, session }: AgentCall): boolean {
  const id = verdict.verdict_id ?? null;
  if (id === null) return false;
  const row = (session?.store ?? stores().sessions).findVerdict(id);
  return row !== null && row.digest === verdictDigest(verdict);
}

/** The first technique that was kept as the next one and has not been tried; null without. */
async function alternativeOf(input: CorrectnessInput, call: AgentCall): Promise<string | null> {
  const { kernel_name: kernel, last_technique: last, edit_history: edits } = input;
  const stored = kernel === undefined || kernel === null ? [] : await tasksOf(kernel, call);
  const history = [...stored.map((task) => task.meta), ...edits];
  const tried = new Set([...history.map((item) => textAt(item, 'technique')), last ?? null]);
  for (const item of history) {
    const candidate = textAt(item, 'candidate_alternative');
    if (candidate !== null && !tried.has(candidate)) return candidate;
  }
  return null;
}

async function tasksOf(kernel: string, { toolContext, warnings }: AgentCall): Promise<Task[]> {
  try {
    return await tasks.queryByKernel({ name: kernel.slice(0, MAX_KERNEL_CHARACTERS) }, toolContext);
  } catch (error) {
    if (!isPerfXpertError(error)) throw error;
    warnings.push(`TASKS_UNAVAILABLE: ${error.message}`);
    return [];
  }
}

/** A value of an attempt: on the item itself, or in its meta. */
function textAt(item: Readonly<Record<string, unknown>>, key: string): string | null {
  const own = item[key];
  if (typeof own === 'string' && own !== '') return own;
  const { meta } = item;
  if (typeof meta !== 'object' || meta === null) return null;
  const nested = Object.entries(meta).find(([name]) => name === key)?.[1];
  return typeof nested === 'string' && nested !== '' ? nested : null;
}

/** The task for a rejected patch; null where tasks may not be written. */
async function followUp(verdict: GateVerdict, kernel: string | null, call: AgentCall): Promise<string | null> {
  if (!call.canWriteTasks) return null;
  const gate = verdict.failing_gate ?? 'unknown';
  const title = `Rejected by gate ${gate}${kernel === null ? '' : `: ${kernel}`}`.slice(0, MAX_TITLE_CHARACTERS);
  const meta = {
    verdict: { status: verdict.status, failing_gate: gate, detail: verdict.detail.slice(0, 2000) },
    ...(kernel === null ? {} : { kernel: kernel.slice(0, MAX_KERNEL_CHARACTERS) }),
  };
  try {
    return await tasks.create({ title, meta }, call.toolContext);
  } catch (error) {
    if (!isPerfXpertError(error)) throw error;
    call.warnings.push(`TASKS_UNAVAILABLE: ${error.message}`);
    return null;
  }
}

function templateOf(verdict: GateVerdict, verified: boolean, alternative: string | null): string {
  const { status, failing_gate: gate, detail, gates = [] } = verdict;
  const subject = gate === null ? 'All gates' : `Gate ${gate}`;
  const consequence = {
    pass: 'The patch is accepted',
    regressed: 'The patch is reverted',
    reject: 'The patch is rejected and logged',
  };
  const skipped = gates.filter(({ outcome }) => outcome === 'skipped').map((entry) => entry.gate);
  return [
    `${subject}: ${status}${detail === '' ? '' : `, ${detail}`}.`,
    `${consequence[status]}${verified ? '' : ' by rule, but this verdict was not issued by our gates, so nothing acts on it'}.`,
    ...(skipped.length === 0 ? [] : [`Skipped: ${skipped.join(', ')}.`]),
    ...(alternative === null ? [] : [`Next to try: ${alternative}.`]),
  ].join(' ');
}
