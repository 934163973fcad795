import fs from 'node:fs';
import path from 'node:path';
import type { Scenario } from './scenario.js';
import { simulate, truthOf } from './truth.js';
import type { Truth } from './truth.js';
import { writeTrace } from './write-trace.js';

/** Writes `trace.db` and `truth.json` of a scenario into a new folder of its name, and returns both. */
export function writeScenario(
  scenario: Scenario,
  folder: string,
): { readonly database: string; readonly truth: Truth } {
  const own = path.join(folder, scenario.id);
  fs.mkdirSync(own, { recursive: true });
  const recording = simulate(scenario);
  const truth = truthOf(scenario, recording);
  const database = path.join(own, truth.db);
  writeTrace(recording, scenario, database);
  fs.writeFileSync(path.join(own, 'truth.json'), `${JSON.stringify(truth, null, 1)}\n`);
  return { database, truth };
}
