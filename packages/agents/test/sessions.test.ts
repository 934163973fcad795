import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { scriptedProvider } from '@perfxpert/providers/testing';
import { buildTrace } from '@perfxpert/rocpd/testing';
import { agentCorrectness, agentRecommendation, agentRoot } from '../src/index.js';
import { openSessions } from '../src/runtime/session-store.js';
import { closeStateStores } from '../src/runtime/state-stores.js';
import { OFFLINE } from './agent-options.js';
import { PACKAGE, ensureBuilt } from './built-package.js';

let stateDir: string;
beforeAll(ensureBuilt, 240_000);
beforeEach(() => {
  stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'state-'));
});
afterEach(() => {
  closeStateStores(stateDir);
  fs.rmSync(stateDir, { recursive: true, force: true });
});

/** A process that takes turn after turn and says each number once it is recorded; the last turn never gets an answer. */
const TURNS = `
import { agentCorrectness } from '@perfxpert/agents';
const [, stateDir] = process.argv;
let asked = 0;
const answer = { provider: 'anthropic', model: 'm', requestId: null, blocks: [], text: '', structured: { narrative: 'x' },
  stopReason: 'end', usage: { inputTokens: 10, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, modelCalls: 1,
  toolCalls: 0, latencyMs: 1, costUsd: null, isComplete: true }, attempts: [] };
const provider = { name: 'anthropic', model: 'm', caps: { tools: true }, chat: async () => {
  asked += 1;
  if (asked === 4) { process.stdout.write('waiting\\n'); await new Promise((resolve) => setTimeout(resolve, 60_000)); }
  return answer;
} };
for (;;) {
  await agentCorrectness({ input: { gate_verdict: { status: 'pass' } }, provider: 'anthropic', session_id: 's' },
    { stateDir, environment: { PERFXPERT_MAX_SESSION_TURNS: '100000' }, createChatProvider: () => provider });
  process.stdout.write('turn ' + asked + '\\n');
}`;

describe('a session', () => {
  it('that is killed loses no recorded turn, and goes on', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', TURNS, stateDir], {
      cwd: PACKAGE,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes('waiting')) resolve();
      });
      child.once('exit', () => resolve());
    });
    child.kill('SIGKILL');
    await new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve();
      else child.once('exit', () => resolve());
    });
    expect(said).toBe('turn 1\nturn 2\nturn 3\nwaiting\n');
    const sessions = openSessions({ stateDir });
    // three answered turns, and the one that was under way
    expect(sessions.turns('s').map(({ status }) => status)).toEqual(['answered', 'answered', 'answered', 'started']);
    expect(sessions.tokensUsed('s')).toBe(33);
    sessions.close();
    const provider = scriptedProvider([{ structured: { narrative: 'again' } }]);
    const answer = await agentCorrectness(
      { input: { gate_verdict: { status: 'pass' } }, provider: 'anthropic', session_id: 's' },
      { ...OFFLINE, stateDir, createChatProvider: () => provider },
    );
    expect(answer.narrative).toBe('again');
    const resumed = openSessions({ stateDir });
    expect(resumed.turns('s').map(({ number, status }) => [number, status])).toEqual([
      [1, 'answered'],
      [2, 'answered'],
      [3, 'answered'],
      [4, 'started'],
      [5, 'answered'],
    ]);
    resumed.close();
  }, 60_000);

  it.each([1, 7, 40])(
    'that is killed somewhere after turn %i loses none that was told of, and goes on',
    async (turns) => {
      // Nothing holds this process up: the signal hits it anywhere, also while it writes.
      const child = spawn(
        process.execPath,
        ['--input-type=module', '-e', TURNS.replace('asked === 4', 'false'), stateDir],
        {
          cwd: PACKAGE,
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      let said = '';
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
      child.stdout.on('data', (text: Buffer) => {
        said += text.toString();
        if (said.includes(`turn ${turns}\n`)) child.kill('SIGKILL');
      });
      await ended;
      const told = said.split('\n').filter((line) => line.startsWith('turn ')).length;
      expect(told).toBeGreaterThanOrEqual(turns);
      const sessions = openSessions({ stateDir });
      const kept = sessions.turns('s');
      expect(kept.filter(({ status }) => status === 'answered').length).toBeGreaterThanOrEqual(told);
      expect(kept.map(({ number }) => number)).toEqual(kept.map((_turn, index) => index + 1));
      sessions.close();
      const provider = scriptedProvider([{ structured: { narrative: 'again' } }]);
      const answer = await agentCorrectness(
        { input: { gate_verdict: { status: 'pass' } }, provider: 'anthropic', session_id: 's' },
        {
          ...OFFLINE,
          stateDir,
          environment: { PERFXPERT_MAX_SESSION_TURNS: '1000' },
          createChatProvider: () => provider,
        },
      );
      expect(answer.narrative).toBe('again');
    },
    60_000,
  );

  it('that several processes share gives each turn once, and no more than it has', async () => {
    const shared = TURNS.replace('asked === 4', 'false').replace("'100000'", "'25'");
    const run = () =>
      new Promise<string>((resolve) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', shared, stateDir], {
          cwd: PACKAGE,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        let said = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (text: Buffer) => (said += text.toString()));
        child.once('close', () => resolve(said));
      });
    const said = await Promise.all([run(), run(), run()]);
    // Each of them ends where the turns are used up.
    for (const text of said) expect(text).toContain('SessionTurnBudgetExceeded');
    const told = said.map((text) => text.split('\n').filter((line) => line.startsWith('turn ')).length);
    expect(told.reduce((sum, count) => sum + count, 0)).toBe(25);
    const sessions = openSessions({ stateDir });
    expect(sessions.turns('s').map(({ number, status }) => [number, status])).toEqual(
      Array.from({ length: 25 }, (_, index) => [index + 1, 'answered']),
    );
    sessions.close();
  }, 60_000);

  it('pins how creative it may be', async () => {
    const provider = () => scriptedProvider([{ structured: { narrative: 'x' } }]);
    const call = (creativity: string) =>
      agentCorrectness(
        { input: { gate_verdict: { status: 'pass' } }, provider: 'anthropic', session_id: 'pinned' },
        { ...OFFLINE, stateDir, environment: { PERFXPERT_AGENT_CREATIVITY: creativity }, createChatProvider: provider },
      );
    await call('strict');
    await call('exploratory');
    const sessions = openSessions({ stateDir });
    expect(sessions.find('pinned')?.creativity).toBe('strict');
    sessions.close();
  });

  it('whose folder can not be written lives in memory, and the answer says so', async () => {
    const file = path.join(stateDir, 'file');
    fs.writeFileSync(file, '');
    const provider = scriptedProvider([{ structured: { narrative: 'x' } }]);
    const answer = await agentCorrectness(
      { input: { gate_verdict: { status: 'pass' } }, provider: 'anthropic' },
      { ...OFFLINE, stateDir: path.join(file, 'below'), createChatProvider: () => provider },
    );
    expect(answer.narrative).toBe('x');
    expect(answer.warnings?.[0]).toMatch(/^SESSION_NOT_STORED: /);
    closeStateStores(path.join(file, 'below'));
  });

  it('whose file is damaged, or breaks in the middle of a call, costs no answer', async () => {
    const file = path.join(stateDir, 'sessions.db');
    fs.writeFileSync(file, 'this is no database '.repeat(500));
    const call = (provider: ReturnType<typeof scriptedProvider>) =>
      agentCorrectness(
        { input: { gate_verdict: { status: 'pass' } }, provider: 'anthropic' },
        { ...OFFLINE, stateDir, createChatProvider: () => provider },
      );
    const damaged = await call(scriptedProvider([{ structured: { narrative: 'x' } }]));
    expect([damaged.narrative, damaged.warnings?.[0]]).toEqual(['x', expect.stringMatching(/^SESSION_NOT_STORED: /)]);
    closeStateStores(stateDir);
    fs.rmSync(file);
    const script = scriptedProvider([{ structured: { narrative: 'y' } }]);
    const breaking: ReturnType<typeof scriptedProvider> = {
      ...script,
      chat: (...request) => {
        // The session was begun and its turn taken; its end can not be noted any more.
        closeStateStores(stateDir);
        for (const name of fs.readdirSync(stateDir)) fs.rmSync(path.join(stateDir, name));
        fs.writeFileSync(file, 'this is no database '.repeat(500));
        return script.chat(...request);
      },
    };
    const broken = await call(breaking);
    expect([broken.narrative, broken.warnings?.[0]]).toEqual(['y', expect.stringMatching(/^SESSION_NOT_STORED: /)]);
  });

  it('whose rows somebody else wrote, or whose tables are gone, costs no answer', async () => {
    const sessions = openSessions({ stateDir });
    sessions.begin({ id: 's', provider: null, creativity: 'strict' }, new Date(0));
    sessions.addEdit('s', { total_runtime_ns: 100 });
    sessions.close();
    const file = path.join(stateDir, 'sessions.db');
    const change = (statement: string) => {
      closeStateStores(stateDir);
      const database = new Database(file);
      database.exec(statement);
      database.close();
    };
    const findings = {
      primary_bottleneck: 'latency' as const,
      confidence: 1,
      time_breakdown: {},
      hot_kernels: [],
      counter_data_available: false,
    };
    const call = () =>
      agentRecommendation(
        { input: { findings, edit_history: [{ total_runtime_ns: 99 }, { total_runtime_ns: 98 }] }, session_id: 's' },
        { ...OFFLINE, stateDir },
      );
    change("insert into edits values ('s', 9, 'no json'), ('s', 10, '[1]'), ('s', 11, 'null')");
    // 100, 99, 98 ns: each change is below 2 %, and the rows that are none do not count
    expect((await call()).plateau_detected).toBe(true);
    change('drop table seen_hashes');
    const told = await call();
    expect(told.recommendations.length).toBeGreaterThan(0);
    expect(told.warnings?.[0]).toMatch(/^SESSION_NOT_STORED: /);
  });

  it('an air-gapped call without one writes nothing', async () => {
    const trace = buildTrace({ kernels: [{ name: 'k', startNs: 0, endNs: 10 }] });
    await agentRoot({ database_path: trace.paths[0] ?? '', airgap: true }, { ...OFFLINE, stateDir });
    trace.dispose();
    expect(fs.readdirSync(stateDir)).toEqual([]);
  });
});
