// Plants causes of slowness into simulated programs, analyses their traces with the built product, and scores the verdicts.
//   node scripts/score.mjs [--only ID] [--keep FOLDER] [--verbose]
// Ends with 1 if a total is below its threshold. Needs `pnpm build`.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'tsup';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'string' }, verbose: { type: 'boolean', default: false } },
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
  const simulator = await loadSimulator();
  const { analyzeTrace } = await import('@perfxpert/agents');
  const folder = options.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-score-'));
  const chosen = simulator.SCENARIOS.filter((one) => options.only === undefined || one.id.includes(options.only));
  try {
    const scores = [];
    for (const scenario of chosen) {
      const { database, truth } = simulator.writeScenario(scenario, folder);
      const score = simulator.scoreReport(await analyzeTrace({ database_path: database }), truth);
      scores.push(score);
      if (options.verbose) process.stdout.write(`${describe(scenario, truth, score)}\n`);
    }
    const totals = simulator.totalsOf(scores);
    process.stdout.write(`${simulator.renderScores(scores)}\n\n${simulator.renderTotals(totals)}\n`);
    if (totals.some((total) => !total.isMet)) process.exitCode = 1;
  } finally {
    if (options.keep === undefined) fs.rmSync(folder, { recursive: true, force: true });
  }
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

await main();
