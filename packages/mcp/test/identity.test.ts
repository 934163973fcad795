import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { READ_ONLY_TOOLS, TASK_TOOLS, callTool, toWireError, wireName } from '@perfxpert/agents/tools';
import { wireView } from '../src/index.js';
import { connect, newFolder } from './support/connect.js';
import type { Connection } from './support/connect.js';
import { validCalls, writeExamples } from './support/valid-calls.js';

jest.setTimeout(120_000);

const folder = newFolder();
const files = writeExamples(folder);
const calls = validCalls(files);
const tools = [...TASK_TOOLS, ...READ_ONLY_TOOLS];
/** They need an id of an answer before. */
const FOLLOWING = ['explain_finding', 'diagnosis.explain_finding', 'predict_impact.explain_prediction'];

let server: Connection;
/** Names of the arguments of each tool, as the server lists them. */
let listed: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  server = await connect([], { cwd: folder });
  // Also fills what the client checks answers against.
  const { tools: all } = await server.client.listTools();
  listed = new Map(all.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})]));
});

function toolOf(key: string): (typeof tools)[number] {
  const tool = tools.find((entry) => entry.key === key);
  if (tool === undefined) throw new Error(`no tool ${key}`);
  return tool;
}

/** The same call of the library: payload or error. */
async function library(key: string, input: Record<string, unknown>): Promise<{ payload?: unknown; code?: string }> {
  try {
    return { payload: await callTool(toolOf(key), input) };
  } catch (error) {
    return { code: toWireError(error).code };
  }
}

describe('library and wire', () => {
  it('have a call for every tool', () => {
    const covered = [...calls.map(([key]) => key), ...FOLLOWING].sort();
    expect(covered).toEqual(tools.map(({ key }) => key).sort());
  });

  it.each([5, 5000, 101_000])('a look-up with a text of %i characters', async (length) => {
    const input = { user_query: 'why is it slow? '.repeat(length).slice(0, length) };
    const { payload, code } = await library('intent.classify', input);
    const answer = await server.call('intent_classify', input);
    if (code === undefined) expect(answer).toMatchObject({ isError: false, payload: wireView(payload) });
    else expect(answer).toMatchObject({ isError: true, payload: { code, field: 'user_query' } });
    expect(code).toBe(length > 100_000 ? 'INVALID_ARGUMENT' : undefined);
  });

  it.each(calls.map(([key, input]) => [key, input] as const))('%s', async (key, input) => {
    const { payload, code } = await library(key, input);
    const brief = await server.call(wireName(key), input);
    expect([code, brief.isError]).toEqual([undefined, false]);
    expect(brief.payload).toEqual(wireView(payload));
    expect(JSON.parse(brief.text)).toEqual(brief.payload);
    if (listed.get(wireName(key))?.includes('detail') !== true) return;
    const full = await server.call(wireName(key), { ...input, detail: 'full' });
    expect(full.payload).toEqual(wireView(payload, { detail: 'full' }));
    const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
    if (full.payload['truncated'] !== true)
      expect(full.payload).toEqual(JSON.parse(JSON.stringify(isObject ? payload : { result: payload })));
  });

  it('explain a finding by its id', async () => {
    const { payload } = await server.call('analyze_trace', { database_path: files.before });
    const [first] = payload['recommendations'] as { id: string }[];
    const input = { database_path: files.before, finding_id: first?.id };
    for (const key of ['explain_finding', 'diagnosis.explain_finding']) {
      const answer = await server.call(key, input);
      expect(answer.payload).toEqual(wireView(await callTool(toolOf(key), input)));
    }
  });

  it('explain a prediction made by another thread', async () => {
    const made = await server.call('predict_impact_predict_change_impact', {
      baseline_db: files.before,
      kernel_name: 'gemm_nt',
      change_type: 'vgpr_reduction',
    });
    const { prediction_id: id } = made.payload;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => server.call('predict_impact_explain_prediction', { prediction_id: id })),
    );
    for (const answer of answers) expect(answer).toMatchObject({ isError: false, payload: { prediction_id: id } });
  });
});
