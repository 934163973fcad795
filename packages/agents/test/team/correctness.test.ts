import { describe, expect, it } from '@jest/globals';
import { scriptedProvider } from '@perfxpert/providers/testing';
import { openTasks } from '@perfxpert/tools';
import { agentCorrectness } from '../../src/index.js';
import { OFFLINE } from '../agent-options.js';

const verdict = (status: string, gate: string | null = null) => ({
  status: status as 'pass',
  failing_gate: gate as 'sol',
  detail: 'what was found',
});

describe('agentCorrectness', () => {
  it('pass: accepted, no task, no alternative', async () => {
    const answer = await agentCorrectness({ input: { gate_verdict: verdict('pass') }, airgap: true }, OFFLINE);
    expect(answer).toMatchObject({
      verdict: 'pass',
      action: 'accept',
      follow_up_task_id: null,
      alternative_technique: null,
    });
  });

  it('rejected by the output: logged, with a task', async () => {
    const tasks = openTasks({ stateDir: null });
    const answer = await agentCorrectness(
      { input: { gate_verdict: verdict('reject', 'bitwise'), kernel_name: 'k' }, airgap: true },
      { ...OFFLINE, tasks },
    );
    expect(answer).toMatchObject({ action: 'reject_and_log', alternative_technique: null });
    const task = tasks.show(answer.follow_up_task_id ?? '');
    expect(task.title).toContain('bitwise');
    expect(task.meta).toMatchObject({ kernel: 'k', verdict: { failing_gate: 'bitwise' } });
  });

  it('writes no task where the caller does not allow it', async () => {
    const answer = await agentCorrectness(
      { input: { gate_verdict: verdict('reject', 'bitwise') }, airgap: true },
      { ...OFFLINE, createFollowUp: false },
    );
    expect(answer.follow_up_task_id).toBeNull();
  });

  it('regressed: reverted, with the alternative that was kept', async () => {
    const tasks = openTasks({ stateDir: null });
    const meta = { kernel: 'k', technique: 'launch_bounds', candidate_alternative: 'occupancy_tune' };
    tasks.create({ title: 'attempt', priority: 2, dependsOn: [], meta, description: null }, new Date(0));
    const answer = await agentCorrectness(
      {
        input: { gate_verdict: verdict('regressed', 'regression'), kernel_name: 'k', last_technique: 'launch_bounds' },
        airgap: true,
      },
      { ...OFFLINE, tasks },
    );
    expect(answer).toMatchObject({
      action: 'revert',
      alternative_technique: 'occupancy_tune',
      follow_up_task_id: null,
    });
  });

  it('takes no alternative from a model', async () => {
    const provider = scriptedProvider([
      {
        structured: {
          narrative: 'Told by a model.',
          alternative_technique: 'quantum_warp_fusion',
          verdict: 'pass',
          action: 'accept',
        },
      },
    ]);
    const answer = await agentCorrectness(
      {
        input: {
          gate_verdict: verdict('regressed', 'regression'),
          kernel_name: 'k',
          edit_history: [{ technique: 'launch_bounds' }],
        },
        provider: 'anthropic',
      },
      { ...OFFLINE, createChatProvider: () => provider },
    );
    expect(answer).toMatchObject({
      verdict: 'regressed',
      action: 'revert',
      alternative_technique: null,
      narrative: 'Told by a model.',
    });
  });

  it.each([
    ['pass', 'sol'],
    ['reject', null],
    ['regressed', null],
  ])('refuses a verdict that contradicts itself: %s with gate %s', async (status, gate) => {
    const call = agentCorrectness({ input: { gate_verdict: verdict(status, gate) }, airgap: true }, OFFLINE);
    await expect(call).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'input.gate_verdict.failing_gate' },
    });
  });

  it('takes changes of kernels as a list too', async () => {
    const answer = await agentCorrectness(
      {
        input: {
          gate_verdict: {
            ...verdict('regressed', 'regression'),
            per_kernel_deltas: [{ kernel: 'k', delta_pct: 12, was_hot: true }],
          },
        },
        airgap: true,
      },
      OFFLINE,
    );
    expect(answer.action).toBe('revert');
  });
});
