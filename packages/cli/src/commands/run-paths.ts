import fs from 'node:fs';
import path from 'node:path';
import type { RunPaths } from '@perfxpert/agents/toolkit';
import { UsageError } from '../usage-error.js';

/** Runs of one side at most. */
const MOST_RUNS = 100;

/**
 * One run as a user writes it: a file, a folder, or the files of its ranks with commas between. A path that exists is
 * never taken apart, so that commas in names do no harm.
 */
export function parseRun(text: string, cwd: string): string | string[] {
  if (text === '') throw new UsageError('the name of a trace is empty');
  if (!text.includes(',') || fs.existsSync(path.resolve(cwd, text))) return text;
  const files = text.split(',');
  if (files.includes('')) throw new UsageError(`${text}: a name between the commas is empty`);
  return files;
}

/**
 * The runs of one side, each as `parseRun` takes them: one run alone, or a list.
 *
 * @param what names the side in messages
 */
export function runPaths(runs: readonly string[], what: string, cwd: string): RunPaths {
  const [only, ...others] = runs.map((run) => parseRun(run, cwd));
  if (only === undefined) throw new UsageError(`give ${what}`);
  if (others.length >= MOST_RUNS) throw new UsageError(`${what}: at most ${String(MOST_RUNS)} runs`);
  return typeof only === 'string' && others.length === 0 ? only : [only, ...others];
}

/** Complains of every path that leads nowhere, in one line. */
export function checkRunsExist(sides: readonly RunPaths[], cwd: string): void {
  const missing = sides.flatMap((side) => [side].flat(2)).filter((file) => !fs.existsSync(path.resolve(cwd, file)));
  if (missing.length > 0) throw new UsageError(`database not found: ${[...new Set(missing)].join(', ')}`);
}
