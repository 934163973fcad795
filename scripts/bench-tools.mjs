import fs from 'node:fs';
import { TOOLS, callTool, createTraceCache } from '@perfxpert/tools';
import { generateTrace } from '@perfxpert/rocpd/testing';

const ROUNDS = 100;
/** Calls of look-up tools, one of each kind. */
const LOOK_UPS = {
  'arch.lookup_peaks': { gfx_id: 'gfx942' },
  'interconnect.lookup_peaks': { gfx_id: 'gfx942' },
  'bottleneck.classify_from_metrics': { metrics: { valu_util_frac: 0.85, arithmetic_intensity_above_ridge: 1 } },
  'counters.validate_for_gpu': { counter_list: ['SQ_WAVES', 'GRBM_COUNT', 'FETCH_SIZE'], gpu_arch: 'gfx942' },
  'compute_techniques.catalog': { gfx_id: 'gfx942' },
  'occupancy.lookup_waves_per_eu': { vgpr_count: 96, gfx_id: 'gfx942' },
  'compiler.lookup_flags': { goal: 'math_throughput' },
  'roofline.classify': { flops: 1e9, bytes: 1e8, gfx_id: 'gfx942' },
  'intent.classify': { user_query: 'why is my kernel slow' },
  'predict_impact.list_supported_changes': {},
};
/** Inputs of trace tools by the name of their path fields. */
const tracePath = (file) => [
  { database_path: file },
  { db_path: file },
  { baseline_db: file, new_db: file },
  { db_before: file, db_after: file },
];

const p99 = (times) => times.sort((left, right) => left - right)[Math.ceil(0.99 * times.length) - 1];

async function timesOf(tool, input, rounds, context = {}) {
  await callTool(tool, input, context);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    await callTool(tool, input, context);
    times.push(performance.now() - began);
  }
  return times;
}

/** The tools that need nothing but a trace, with their input. */
async function traceCalls(file) {
  const calls = [];
  for (const tool of TOOLS.filter(({ toolClass }) => toolClass === 'read_only'))
    for (const input of tracePath(file))
      if (
        await callTool(tool, input).then(
          () => true,
          () => false,
        )
      )
        calls.push([tool, input]);
  return calls;
}

/** Worst 99th percentile in milliseconds of a call after the first: look-ups, and trace tools on a 4 MB trace. */
export async function benchTools(file) {
  fs.rmSync(file, { force: true });
  generateTrace({ path: file, dispatches: 8400, seed: 1 });
  const byKey = new Map(TOOLS.map((tool) => [tool.key, tool]));
  const lookUps = [];
  for (const [key, input] of Object.entries(LOOK_UPS))
    lookUps.push({ key, p99_ms: p99(await timesOf(byKey.get(key), input, ROUNDS)) });
  // As a server or a session calls them: traces stay open between calls.
  const cache = createTraceCache();
  const context = { openTrace: (paths) => cache.openTrace(paths) };
  const traces = [];
  for (const [tool, input] of await traceCalls(file))
    traces.push({ key: tool.key, p99_ms: p99(await timesOf(tool, input, ROUNDS, context)) });
  cache.close();
  const worst = (rows) => rows.reduce((left, right) => (right.p99_ms > left.p99_ms ? right : left));
  return { file_bytes: fs.statSync(file).size, worst_look_up: worst(lookUps), worst_trace: worst(traces), traces };
}
