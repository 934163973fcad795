// How fast the built MCP server is, over stdio as a client sees it: from its start to the list of tools, calls of look-up
// tools and of tools that read a 4 MB trace, and two hundred calls at once. `node scripts/bench-mcp.mjs` prints it.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { generateTrace } from '@perfxpert/rocpd/testing';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const BIN = path.join(root, 'packages/mcp/dist/bin.js');
const STARTS = 10;
const ROUNDS = 100;
/** More for look-ups, which take turns: what is asked of them is the 99th percentile of all, as a session makes them. */
const LOOK_UP_ROUNDS = 400;
const AT_ONCE = 200;
const LOOK_UPS = [
  ['perfxpert_arch_lookup_peaks', { gfx_id: 'gfx942' }],
  ['perfxpert_roofline_classify', { flops: 1e9, bytes: 1e8, gfx_id: 'gfx942' }],
  ['perfxpert_intent_classify', { user_query: 'why is my kernel slow' }],
  ['perfxpert_compute_techniques_catalog', { gfx_id: 'gfx942' }],
  ['perfxpert_sol_classify_utilization', { frac: 0.8 }],
];
/** Every tool that reads a trace; a kernel and a finding of it are what two of them ask about. */
const traceCalls = (file, kernel, finding) => [
  ['perfxpert_analyze_trace', { database_path: file }],
  ['perfxpert_list_kernels', { database_path: file }],
  ['perfxpert_explain_kernel', { database_path: file, kernel_name: kernel }],
  ['perfxpert_explain_finding', { database_path: file, finding_id: finding }],
  ['perfxpert_compare_traces', { baseline_db: file, new_db: file }],
  ['perfxpert_suggest_next_profile', { database_path: file }],
  ['perfxpert_query_trace', { database_path: file, sql: 'SELECT name, count(*) FROM kernels GROUP BY name' }],
  ['perfxpert_trace_analysis_time_breakdown', { database_path: file }],
  ['perfxpert_trace_analysis_hotspots', { database_path: file }],
  ['perfxpert_diagnosis_diagnose_trace', { database_path: file }],
  ['perfxpert_diagnosis_explain_finding', { database_path: file, finding_id: finding }],
  ['perfxpert_trace_diff_diff_runs', { baseline_db: file, new_db: file }],
  ['perfxpert_regression_identify_hot_kernels', { db_path: file }],
  ['perfxpert_regression_extract_kernel_runtimes_from_db', { db_path: file }],
  ['perfxpert_regression_compare_runs', { db_before: file, db_after: file }],
  ['perfxpert_tracelens_compute_interval_timeline', { db_path: file }],
  ['perfxpert_tracelens_analyze_kernels_by_category', { db_path: file }],
  ['perfxpert_tracelens_analyze_short_kernels', { db_path: file }],
  ['perfxpert_dependency_graph_reconstruct_dag', { db_path: file }],
  ['perfxpert_kernel_fusion_find_fusion_candidates', { db_path: file, max_gap_ns: 10_000 }],
  ['perfxpert_roofline_plot_points', { db_path: file }],
  ['perfxpert_rccl_analysis_analyze_collectives', { db_path: file }],
  ['perfxpert_unified_memory_analyze_paging', { db_path: file }],
  [
    'perfxpert_predict_impact_predict_change_impact',
    { baseline_db: file, kernel_name: kernel, change_type: 'vgpr_reduction' },
  ],
];

/** A server in a process of its own, and the requests that it was sent. */
function startServer(cwd) {
  const child = spawn(process.execPath, [BIN], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let next = 1;
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
    }
  });
  const request = (method, params = {}) =>
    new Promise((resolve) => {
      const id = next++;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const begin = () =>
    request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    });
  return { child, request, begin, call: (name, input) => request('tools/call', { name, arguments: input }) };
}

const isAnswer = ({ result }) => result !== undefined && result.isError !== true;
const p99 = (times) => times.sort((left, right) => left - right)[Math.ceil(0.99 * times.length) - 1];

async function timed(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Least times of starts, interleaved with `node -e 0`. */
async function benchStart(cwd) {
  let [node, list] = [Infinity, Infinity];
  for (let round = 0; round < STARTS; round++) {
    node = Math.min(node, await timed(async () => spawnSync(process.execPath, ['-e', '0'])));
    let server;
    const time = await timed(async () => {
      server = startServer(cwd);
      await Promise.all([server.begin(), server.request('tools/list')]);
    });
    server.child.kill();
    list = Math.min(list, time);
  }
  return { node_s: node / 1000, list_s: list / 1000, ratio_list: list / node };
}

/** Worst 99th percentile of a call after the first, milliseconds. */
async function worstOf(server, calls) {
  const rows = [];
  for (const [name, input] of calls) {
    const first = await server.call(name, input);
    if (!isAnswer(first)) throw new Error(`${name}: ${JSON.stringify(first).slice(0, 300)}`);
    const times = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(() => server.call(name, input)));
    rows.push({ key: name, p99_ms: p99(times) });
  }
  return rows.reduce((left, right) => (right.p99_ms > left.p99_ms ? right : left));
}

/** 99th percentile of look-up calls that take turns, after the first of each, milliseconds. */
async function lookUps(server) {
  const times = Object.fromEntries(LOOK_UPS.map(([name]) => [name, []]));
  for (let round = 0; round <= LOOK_UP_ROUNDS; round++)
    for (const [name, input] of LOOK_UPS) {
      let answer;
      const time = await timed(async () => (answer = await server.call(name, input)));
      if (!isAnswer(answer)) throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 300)}`);
      if (round > 0) times[name].push(time);
    }
  const all = Object.values(times).flat();
  return { key: `${all.length} calls of ${LOOK_UPS.length} tools`, p99_ms: p99(all) };
}

/** The hottest kernel of a trace, and a finding about it. */
async function subjects(server, file) {
  const kernels = await server.call('perfxpert_list_kernels', { database_path: file });
  const report = await server.call('perfxpert_analyze_trace', { database_path: file });
  return [kernels.result.structuredContent.kernels[0].name, report.result.structuredContent.recommendations[0].id];
}

/** All figures of the server. */
export async function benchMcp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-bench-mcp-'));
  const file = path.join(folder, 'small.db');
  generateTrace({ path: file, dispatches: 8400, seed: 1 });
  const start = await benchStart(folder);
  const server = startServer(folder);
  await server.begin();
  const lookUp = await lookUps(server);
  const calls = traceCalls(file, ...(await subjects(server, file)));
  const trace = await worstOf(server, calls);
  const mixed = [...LOOK_UPS, ...calls];
  let answered = 0;
  const atOnceMs = await timed(async () => {
    const asked = Array.from({ length: AT_ONCE }, (_, index) => server.call(...mixed[index % mixed.length]));
    answered = (await Promise.all(asked)).filter(isAnswer).length;
  });
  server.child.stdin.end();
  fs.rmSync(folder, { recursive: true, force: true });
  return {
    ...start,
    look_up: lookUp,
    worst_trace: trace,
    at_once: AT_ONCE,
    unanswered: AT_ONCE - answered,
    at_once_s: atOnceMs / 1000,
  };
}

if (process.argv[1] !== undefined && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  process.stdout.write(`${JSON.stringify(await benchMcp(), null, 2)}\n`);
