// Plants causes of slowness into simulated programs, analyses their traces with the built product, and scores the verdicts.
//   node scripts/score.mjs [--only ID] [--keep FOLDER] [--verbose] [--truths FOLDER] [--seed N]
// --truths scores traces that are there already: one folder each, with truth.json and the database that it names.
// --seed is added to the seed of each scenario: the verdicts should not depend on the noise.
// Ends with 1 if a total is below its threshold. Needs `pnpm build`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'tsup';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    keep: { type: 'string' },
    truths: { type: 'string' },
    seed: { type: 'string', default: '0' },
    verbose: { type: 'boolean', default: false },
  },
});

/** The simulator is TypeScript beside the tests; it is bundled for this run, against the built packages. */
async function loadSimulator() {
  const outDir = path.join(root, 'out-tsc/score');
  await build({
    ...{ config: false, silent: true, format: ['esm'], target: 'node20', outDir, clean: true },
    entry: { scenarios: path.join(root, 'test/scenarios/index.ts') },
    outExtension: () => ({ js: '.mjs' }),
    external: [/^@perfxpert\//],
  });
  return import(pathToFileURL(path.join(outDir, 'scenarios.mjs')).href);
}

async function main() {
  if (!fs.existsSync(path.join(root, 'packages/agents/dist/index.js'))) {
    process.stderr.write('The packages are not built: run pnpm build first.\n');
    process.exitCode = 2;
    return;
  }
  const simulator = await loadSimulator();
  const { analyzeTrace } = await import('@perfxpert/agents');
  const { traceDiff } = await import('@perfxpert/tools');
  const folder = options.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-score-'));
  const isChosen = ({ id }) => options.only === undefined || id.includes(options.only);
  try {
    const scores = [];
    const isGenerating = options.truths === undefined;
    for (const { database, truth } of isGenerating
      ? []
      : storedTruths(options.truths).filter(({ truth }) => isChosen(truth)))
      scores.push(simulator.scoreReport(await analyzeTrace({ database_path: database }), truth));
    for (const scenario of isGenerating ? simulator.SCENARIOS.filter(isChosen).map(reseeded) : []) {
      const { database, truth } = simulator.writeScenario(scenario, folder, {
        sensitivity: options.keep !== undefined,
      });
      const score = simulator.scoreReport(await analyzeTrace({ database_path: database }), truth);
      scores.push(score);
      if (options.verbose) process.stdout.write(`${describe(scenario, truth, score)}\n`);
    }
    const pairs = [];
    for (const pair of isGenerating ? simulator.PAIRS.filter(isChosen) : []) {
      const { baseline, candidate } = simulator.writePair(pair, folder);
      const diff = await traceDiff.diffRuns({ baseline_db: baseline.database, new_db: candidate.database });
      pairs.push(simulator.scorePair(diff, pair, baseline.recording, candidate.recording));
    }
    const jobs = [];
    for (const job of isGenerating ? simulator.JOBS.filter(isChosen).map(reseeded) : []) {
      const written = simulator.writeJob(job, folder);
      const savedNs = simulator.savedByFix(job);
      const report = await analyzeTrace({ database_path: written.map(({ database }) => database) });
      const score = simulator.scoreJob(report, job, written, savedNs);
      jobs.push(score);
      if (options.verbose) process.stdout.write(`${describeJob(job, report, score, savedNs)}\n`);
    }
    if (scores.length + pairs.length + jobs.length === 0) throw new Error(`No scenario matches ${options.only}`);
    const totals = simulator.totalsOf(scores, pairs, jobs);
    const tables = [
      simulator.renderScores(scores),
      simulator.renderPairs(pairs),
      simulator.renderJobs(jobs),
      simulator.renderTotals(totals),
    ];
    process.stdout.write(`${tables.join('\n\n')}\n`);
    if (totals.some((total) => !total.isMet)) process.exitCode = 1;
  } finally {
    if (options.keep === undefined) fs.rmSync(folder, { recursive: true, force: true });
  }
}

function reseeded(scenario) {
  return { ...scenario, seed: scenario.seed + Number(options.seed) };
}

/** Truths of single traces in a folder of folders. */
function storedTruths(folder) {
  return fs
    .readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name, 'truth.json'))
    .filter((file) => fs.existsSync(file))
    .map((file) => ({ file, truth: JSON.parse(fs.readFileSync(file, 'utf8')) }))
    .filter(({ truth }) => truth.kind === 'single')
    .map(({ file, truth }) => ({ truth, database: path.join(path.dirname(file), truth.db) }));
}

function describe(scenario, truth, score) {
  const { partition: p, speedup } = truth;
  const pct = (ns) => `${((100 * ns) / p.wall_ns).toFixed(1)} %`;
  const gains = truth.not_first.map(({ what, whatif }) => `${what}: ${whatif?.program} / ${whatif?.steady_state}`);
  return [
    `== ${scenario.id} (${truth.gfx}): ${scenario.title}`,
    `   truth: ${truth.primary_bottleneck} / ${truth.driver}; speed-up ${JSON.stringify(speedup)}, parts ${Object.entries(truth.what_if).map(([name, gain]) => `${name} ${gain.program}`)}`,
    `   said: ${score.saidPrimary} / ${score.saidDriver}`,
    `   wall ${(p.wall_ns / 1e6).toFixed(2)} ms, compute ${pct(p.compute_ns)}, copies ${pct(p.copy_exposed_ns)}, API ${pct(p.api_exposed_ns)}, idle ${pct(p.idle_other_ns)}, ${truth.per_kernel.reduce((sum, one) => sum + one.calls, 0)} dispatches`,
    ...gains.map((line) => `   distractor: ${line}`),
    ...score.advice.map((line) => `   ${line}`),
  ].join('\n');
}

function describeJob(job, { ranks }, score, savedNs) {
  const { straggler, straggler_reason: reason, cohorts } = ranks ?? {};
  return [
    `== ${job.id}: ${job.title}`,
    `   late: ${job.late?.rank ?? 'none'}, fix saves ${(savedNs / 1e6).toFixed(3)} ms`,
    `   said: ${score.said}; ${straggler ? `rank ${straggler.rank}, ${straggler.lead}, bound ${(straggler.bound_ns / 1e6).toFixed(3)} ms` : reason}`,
    `   clocks: ${JSON.stringify(cohorts?.map(({ clock }) => clock))}`,
    ...score.advice.map((line) => `   ${line}`),
  ].join('\n');
}

await main();
