import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { generateTrace } from '@perfxpert/rocpd/testing';
import { builtBin } from '../support/built-bin.js';
import { connect, newFolder } from '../support/connect.js';
import { startRaw } from '../support/raw-client.js';
import { writeExamples } from '../support/valid-calls.js';

jest.setTimeout(120_000);

/**
 * Runs the program on raw input; the messages that it wrote. With `afterAnswer` that input follows the first answer to
 * the message 2, when the tools have been loaded, and ends.
 */
function raw(
  input: string,
  argv: readonly string[] = [],
  afterAnswer: string | null = null,
): Promise<{ code: number | null; messages: unknown[] }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [builtBin(), ...argv], {
      cwd: newFolder(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (afterAnswer !== null && !child.stdin.writableEnded && text.includes('"id":2')) child.stdin.end(afterAnswer);
    });
    child.on('close', (code) =>
      resolve({
        code,
        messages: text
          .split('\n')
          .filter((line) => line !== '')
          .map((line): unknown => JSON.parse(line)),
      }),
    );
    if (afterAnswer === null) child.stdin.end(input);
    else child.stdin.write(input);
  });
}

const INITIALIZE = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
})}\n`;
const call = (id: number, name: string, input: object) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } })}\n`;

/** Made by the first test that needs it. */
let madeFolder: string | null = null;
function largeTrace(): { folder: string; file: string } {
  const isMade = madeFolder !== null;
  madeFolder ??= newFolder();
  const file = path.join(madeFolder, 'large.db');
  if (!isMade) generateTrace({ path: file, dispatches: 60_000, seed: 1 });
  return { folder: madeFolder, file };
}

describe('the process', () => {
  it('answers what came before the end of input, and ends with 0', async () => {
    const { code, messages } = await raw(
      INITIALIZE + call(2, 'sol.classify_utilization', { frac: 0.8 }),
      [],
      call(3, 'plateau_check', { history: [] }) + call(4, 'sol.classify_utilization', { frac: 0.9 }),
    );
    expect(code).toBe(0);
    expect(messages.map((message) => (message as { id: number }).id).sort()).toEqual([1, 2, 3, 4]);
  });

  it('answers what is no message, and goes on', async () => {
    const { messages } = await raw(
      `${INITIALIZE}not json\n{"jsonrpc":"1.0","id":5,"method":"ping"}\n{"jsonrpc":"2.0","id":{},"method":"ping"}\n` +
        `{"jsonrpc":"2.0","id":6,"method":"ping","params":[1]}\n[{"jsonrpc":"2.0","id":7,"method":"ping"}]\n[]\n` +
        `{"jsonrpc":"2.0","id":8,"method":"ping"}\n`,
    );
    const shown = messages.map((message) => {
      const { id, error } = message as { id: unknown; error?: { code: number } };
      return [id, error?.code ?? 'ok'];
    });
    expect(shown).toEqual(
      expect.arrayContaining([
        [1, 'ok'],
        [null, -32700],
        [5, -32600],
        [null, -32600],
        [6, -32600],
        [7, 'ok'],
        [8, 'ok'],
      ]),
    );
    expect(shown).toHaveLength(8);
  });

  it.each([1000, 5000, 200_000])('refuses a message of %i levels, and goes on', async (levels) => {
    const server = await startRaw([], newFolder());
    const deep = '['.repeat(levels) + ']'.repeat(levels);
    const nested = (id: string) =>
      `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"plateau.check","arguments":{"history":${deep}}}}`;
    server.child.stdin?.write(`${nested('alone')}\n[${nested('in a batch')}]\n`);
    expect((await server.request('ping', {})).result).toEqual({});
    for (const id of ['alone', 'in a batch'])
      expect(server.answers.get(id)).toEqual([
        expect.objectContaining({ error: expect.objectContaining({ code: -32600 }) }),
      ]);
    expect(await server.close()).toBe(0);
  });

  it('stops a call at its time limit, and answers others meanwhile', async () => {
    const { folder, file } = largeTrace();
    const server = await connect(['--timeout-ms', '2000'], { cwd: folder });
    const order: string[] = [];
    const note = (name: string) => (): void => void order.push(name);
    // A join of a table with itself: hours, if it were let.
    const sql = 'SELECT count(*) FROM kernels a, kernels b WHERE a.duration_ns < b.duration_ns';
    const [slow] = await Promise.all([
      server.call('query_trace', { database_path: file, sql }).finally(note('slow')),
      server.call('arch_lookup_peaks', { gfx_id: 'gfx942' }).finally(note('peaks')),
    ]);
    expect(slow).toMatchObject({ isError: true, payload: { code: 'TIMEOUT' } });
    expect(order).toEqual(['peaks', 'slow']);
  });

  it('asks the tables of a trace again, and those of the changed file after a change', async () => {
    const folder = newFolder();
    const { before, after } = writeExamples(folder);
    const server = await connect([], { cwd: folder });
    const ask = async (sql: string) => {
      const { payload } = await server.call('query_trace', { database_path: before, sql });
      return payload['rows'] ?? payload['code'];
    };
    const longest = 'SELECT max(duration_ns) FROM kernels';
    expect([await ask(longest), await ask(longest)]).toEqual([[[5000]], [[5000]]]);
    expect(await ask('SELECT nothing FROM kernels')).toBe('INVALID_ARGUMENT');
    expect(await ask('SELECT count(*) FROM copies')).toEqual([[1]]);
    fs.copyFileSync(after, before);
    expect(await ask(longest)).toEqual([[6000]]);
  });

  it('tells the stages of a call, and ends it when it is cancelled', async () => {
    const { folder, file } = largeTrace();
    const server = await connect([], { cwd: folder });
    const stages: string[] = [];
    const parameters = { name: 'perfxpert_analyze_trace', arguments: { database_path: file } };
    await server.client.callTool(parameters, { onprogress: ({ message }) => stages.push(message ?? '') });
    expect(stages.length).toBeGreaterThan(0);
    const abort = new AbortController();
    const sql = 'SELECT count(*) FROM kernels a, kernels b WHERE a.duration_ns < b.duration_ns';
    const pending = server.client.callTool(
      { name: 'perfxpert_query_trace', arguments: { database_path: file, sql } },
      { signal: abort.signal },
    );
    setTimeout(() => abort.abort(), 300);
    await expect(pending).rejects.toThrow();
    expect(await server.call('analyze_trace', { database_path: file })).toMatchObject({ isError: false });
  });

  it('answers two hundred calls at once', async () => {
    const folder = newFolder();
    const { before, after } = writeExamples(folder);
    const server = await connect([], { cwd: folder });
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        index % 4 === 0
          ? server.call('trace_analysis.hotspots', { database_path: index % 8 === 0 ? before : after })
          : server.call('sol.classify_utilization', { frac: index / 200 }),
      ),
    );
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
  });
});

describe('state', () => {
  it('is kept in its folder where one is given, and nowhere else', async () => {
    const folder = newFolder();
    const stateDir = path.join(newFolder(), 'state');
    const { before } = writeExamples(folder);
    const files = fs.readdirSync(folder);
    const prediction = { baseline_db: before, kernel_name: 'gemm_nt', change_type: 'vgpr_reduction' };
    const first = await connect(['--state-dir', stateDir], { cwd: folder });
    const { payload } = await first.call('predict_impact_predict_change_impact', prediction);
    const id = { prediction_id: payload['prediction_id'] };
    const second = await connect(['--state-dir', stateDir], { cwd: folder });
    expect(await second.call('predict_impact_explain_prediction', id)).toMatchObject({ isError: false });
    const without = await connect([], { cwd: folder });
    expect(await without.call('predict_impact_explain_prediction', id)).toMatchObject({
      payload: { code: 'UNKNOWN_ID' },
    });
    expect(fs.readdirSync(stateDir)).toContain('predictions.db');
    expect(fs.readdirSync(folder)).toEqual(files);
  });
});

describe('the list of tools that a server offers', () => {
  it('is the small one, or without prefix, where that is asked for', async () => {
    const core = await connect(['--toolset', 'core', '--no-prefix']);
    const names = (await core.client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['analyze_trace', 'query_trace', 'trace_diff_diff_runs']));
    expect(names.length).toBeLessThanOrEqual(20);
    expect(names.filter((name) => name.startsWith('perfxpert_'))).toEqual([]);
    expect(core.client.getInstructions()).toContain(' analyze_trace ');
    await expect(core.call('arch_lookup_peaks', { gfx_id: 'gfx942' })).rejects.toMatchObject({ code: -32602 });
  });

  it('is a chosen one', async () => {
    const some = await connect(['--tools', 'arch.lookup_peaks,analyze_trace']);
    const { tools } = await some.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['perfxpert_analyze_trace', 'perfxpert_arch_lookup_peaks']);
  });
});

describe('arguments of the wire', () => {
  it('are checked as those of a tool are', async () => {
    const folder = newFolder();
    const { before } = writeExamples(folder);
    const server = await connect([], { cwd: folder });
    const kernels = (more: object) => server.call('list_kernels', { database_path: before, ...more });
    expect(await kernels({ limit: 1 })).toMatchObject({
      payload: { truncated: true, total_count: 2, kernels: [{ name: 'gemm_nt' }] },
    });
    for (const [field, value] of [
      ['limit', 0],
      ['limit', 'many'],
      ['cursor', 7],
      ['cursor', 'nonsense'],
      ['detail', 'all'],
      ['unknown', 1],
    ] as const)
      expect(await kernels({ [field]: value })).toMatchObject({
        isError: true,
        payload: { code: 'INVALID_ARGUMENT', field },
      });
    expect(await kernels({ limit: null, cursor: null, detail: null, category: null })).toMatchObject({
      isError: false,
    });
  });

  it('may not be named like what every object has', async () => {
    const server = await startRaw([], newFolder());
    // As text: an object literal would set its prototype.
    for (const more of ['"__proto__":{"gfx_id":"gfx942"}', '"gfx_id":"gfx942","constructor":1', '"__proto__":null']) {
      const input: unknown = JSON.parse(`{${more}}`);
      const { result } = await server.request('tools/call', { name: 'arch_lookup_peaks', arguments: input });
      expect([more, result]).toEqual([
        more,
        expect.objectContaining({
          isError: true,
          structuredContent: expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
        }),
      ]);
    }
    expect(await server.close()).toBe(0);
  });

  it('a name that stands for several kernels is refused', async () => {
    const folder = newFolder();
    const { buildTrace } = await import('@perfxpert/rocpd/testing');
    const file = path.join(folder, 'alike.db');
    const name = (middle: string) => `${'a'.repeat(400)}${middle.repeat(400)}${'z'.repeat(400)}`;
    buildTrace(
      {
        kernels: ['b', 'c'].map((middle, at) => ({
          name: name(middle),
          startNs: at * 10_000,
          endNs: at * 10_000 + 5000,
        })),
      },
      { path: file },
    );
    const server = await connect([], { cwd: folder });
    const { payload } = await server.call('list_kernels', { database_path: file });
    const [first, second] = (payload['kernels'] as { name: string }[]).map((kernel) => kernel.name);
    expect(first).toBe(second);
    const explain = (kernel: string | undefined) =>
      server.call('explain_kernel', { database_path: file, kernel_name: kernel });
    expect(await explain(first)).toMatchObject({
      isError: true,
      payload: { code: 'INVALID_ARGUMENT', field: 'kernel_name' },
    });
    expect(await explain(name('c'))).toMatchObject({ isError: false });
  });

  it('a kernel is found by the name that an answer showed', async () => {
    const folder = newFolder();
    const { buildTrace } = await import('@perfxpert/rocpd/testing');
    const file = path.join(folder, 'names.db');
    const names = ['x'.repeat(900), 'evil\u202ekernel\u0007'];
    buildTrace(
      { kernels: names.map((name, index) => ({ name, startNs: index * 10_000, endNs: index * 10_000 + 5000 })) },
      { path: file },
    );
    const server = await connect([], { cwd: folder });
    const { payload } = await server.call('list_kernels', { database_path: file });
    const shown = (payload['kernels'] as { name: string }[]).map(({ name }) => name);
    expect([...shown].sort()).toEqual(['evilkernel', `${'x'.repeat(383)}…${'x'.repeat(128)}`].sort());
    for (const name of shown) {
      const answer = await server.call('explain_kernel', { database_path: file, kernel_name: name });
      expect(answer).toMatchObject({ isError: false, payload: { kernel: { name } } });
    }
  });
});
