// `pnpm bench`: measures the product against yardsticks that run side by side, prints a table of ratios and writes
// bench-output/bench.json. `--large` adds the ten-million-dispatch trace, `--docs` rewrites docs/benchmarks.md.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildTrace, generateTrace } from '@perfxpert/rocpd/testing';
import { benchmarksPage } from './bench-page.mjs';
import { benchMcp } from './bench-mcp.mjs';
import { benchTools } from './bench-tools.mjs';
import { root } from './run.mjs';

const OUT = path.join(root, 'bench-output');
const BIN = path.join(root, 'packages/cli/dist/bin.js');
const MEASURE = path.join(root, 'scripts/measure-run.mjs');
const YARDSTICK = 'SELECT name,COUNT(*),SUM(duration) FROM kernels GROUP BY name';
const wants = (flag) => process.argv.includes(flag);

/** Seconds of one run of a command; throws if it fails. */
function seconds(command, args) {
  const began = process.hrtime.bigint();
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
  const elapsed = Number(process.hrtime.bigint() - began) / 1e9;
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${result.status}\n${result.stderr}`);
  return elapsed;
}

const yardstickSeconds = (file) => seconds('sqlite3', ['-readonly', file, YARDSTICK]);

/** Single runs vary by half, and more of them where the machine is shared: the least of five is not yet a steady figure. */
const ROUNDS = 9;

const OTHER_FORMATS = ['text', 'markdown', 'csv', 'webview'];

/** The least time of each contestant over interleaved rounds: single runs vary by half. */
function leastOf(rounds, contestants) {
  const least = Object.fromEntries(Object.keys(contestants).map((name) => [name, Infinity]));
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(contestants)) least[name] = Math.min(least[name], run());
  return least;
}

const analyze = (file, prefix = [], format = 'json') => {
  const memory = path.join(OUT, 'memory.json');
  const target = format === 'json' ? ['-o', '-'] : ['-d', OUT, '-o', 'report'];
  const args = [MEASURE, memory, BIN, 'analyze', '-i', file, '--format', format, ...target, '--no-progress'];
  const words = [...prefix, process.execPath, ...args];
  const elapsed = seconds(words[0], words.slice(1));
  return { elapsed, peakBytes: JSON.parse(fs.readFileSync(memory, 'utf8')).peak_bytes };
};

/** A generated trace, kept between runs because writing it takes longer than the bench. */
function syntheticTrace(name, dispatches) {
  const file = path.join(OUT, `${name}.db`);
  if (!fs.existsSync(file)) {
    process.stderr.write(`writing ${name} (${dispatches} dispatches, ${2 * dispatches} API regions) ...\n`);
    generateTrace({ path: `${file}.part`, dispatches, seed: 1 });
    fs.renameSync(`${file}.part`, file);
  }
  return file;
}

function benchAnalysis(name, dispatches, rounds) {
  const file = syntheticTrace(name, dispatches);
  const peaks = [];
  const ours = (prefix) => () => {
    const { elapsed, peakBytes } = analyze(file, prefix);
    peaks.push(peakBytes);
    return elapsed;
  };
  const least = leastOf(rounds, {
    yardstick: () => yardstickSeconds(file),
    all_cores: ours([]),
    one_core: ours(['taskset', '-c', '0']),
  });
  return {
    name,
    dispatches,
    file_bytes: fs.statSync(file).size,
    yardstick_s: least.yardstick,
    all_cores_s: least.all_cores,
    one_core_s: least.one_core,
    ratio_all_cores: least.all_cores / least.yardstick,
    ratio_one_core: least.one_core / least.yardstick,
    peak_bytes: Math.max(...peaks),
  };
}

/** The slowest of the other formats, on all cores, against the yardstick in the same rounds. */
function benchFormats(file) {
  const contestants = Object.fromEntries(
    OTHER_FORMATS.map((format) => [format, () => analyze(file, [], format).elapsed]),
  );
  const { yardstick, ...formats } = leastOf(ROUNDS, { yardstick: () => yardstickSeconds(file), ...contestants });
  const [[format, elapsed]] = Object.entries(formats).sort(([, left], [, right]) => right - left);
  return { format, elapsed_s: elapsed, yardstick_s: yardstick, ratio: elapsed / yardstick };
}

function benchStart() {
  const tiny = path.join(OUT, 'tiny.db');
  fs.rmSync(tiny, { force: true });
  const kernels = Array.from({ length: 60 }, (_, index) => ({
    name: `kernel_${index % 7}`,
    startNs: index * 20_000,
    endNs: index * 20_000 + 9000,
  }));
  buildTrace({ kernels }, { path: tiny });
  const least = leastOf(10, {
    node: () => seconds(process.execPath, ['-e', '0']),
    version: () => seconds(process.execPath, [BIN, '--version']),
    tiny: () => seconds(process.execPath, [BIN, 'analyze', '-i', tiny, '--format', 'json']),
  });
  return {
    node_s: least.node,
    version_s: least.version,
    tiny_s: least.tiny,
    ratio_version: least.version / least.node,
    ratio_tiny: least.tiny / least.node,
  };
}

function requireSqlite() {
  if (spawnSync('sqlite3', ['--version']).status === 0) return;
  process.stderr.write('The yardstick is the sqlite3 command line: install it (apt-get install sqlite3).\n');
  process.exit(2);
}

requireSqlite();
fs.mkdirSync(OUT, { recursive: true });
const million = benchAnalysis('one-million', 1_000_000, ROUNDS);
const large = wants('--large') ? benchAnalysis('ten-million', 10_000_000, 1) : null;
const result = {
  machine: { cpus: os.availableParallelism(), cpu: os.cpus()[0]?.model ?? 'unknown', memory_bytes: os.totalmem() },
  node: process.versions.node,
  start: benchStart(),
  tools: await benchTools(path.join(OUT, 'small.db')),
  mcp: await benchMcp(),
  million,
  slowest_format: benchFormats(path.join(OUT, 'one-million.db')),
  large,
  growth: large === null ? null : large.all_cores_s / million.all_cores_s,
};
fs.writeFileSync(path.join(OUT, 'bench.json'), `${JSON.stringify(result, null, 2)}\n`);
const page = benchmarksPage(result);
process.stdout.write(page);
if (wants('--docs')) fs.writeFileSync(path.join(root, 'docs/benchmarks.md'), page);
