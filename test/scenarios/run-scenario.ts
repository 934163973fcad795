import fs from 'node:fs';
import path from 'node:path';
import { settingOf, simulateSide } from './pairs.js';
import type { Pair, Side } from './pairs.js';
import type { Recording } from './recording.js';
import type { Scenario } from './scenario.js';
import { sensitivityOf, simulate, truthOf } from './truth.js';
import type { Truth } from './truth.js';
import { writeTrace } from './write-trace.js';

/**
 * Writes `trace.db` and `truth.json` of a scenario into a new folder of its name, and returns both. `sensitivity`
 * adds to the file what faster calls, copies, kernels or collectives would bring, which takes four more runs.
 */
export function writeScenario(
  scenario: Scenario,
  folder: string,
  options: { readonly sensitivity?: boolean } = {},
): { readonly database: string; readonly truth: Truth } {
  const own = path.join(folder, scenario.id);
  fs.mkdirSync(own, { recursive: true });
  const recording = simulate(scenario);
  const truth = truthOf(scenario, recording);
  const database = path.join(own, truth.db);
  writeTrace(recording, scenario, database);
  const sensitivity = options.sensitivity === true ? { sensitivity: sensitivityOf(scenario, recording) } : {};
  fs.writeFileSync(path.join(own, 'truth.json'), `${JSON.stringify({ ...truth, ...sensitivity }, null, 1)}\n`);
  return { database, truth };
}

/** Writes `baseline.db` and `candidate.db` of a pair into a new folder of its name. */
export function writePair(
  pair: Pair,
  folder: string,
): Readonly<Record<Side, { database: string; recording: Recording }>> {
  const own = path.join(folder, pair.id);
  fs.mkdirSync(own, { recursive: true });
  const write = (side: Side): { database: string; recording: Recording } => {
    const recording = simulateSide(pair, side);
    const database = path.join(own, `${side}.db`);
    writeTrace(recording, settingOf(pair, side), database);
    return { database, recording };
  };
  return { baseline: write('baseline'), candidate: write('candidate') };
}
