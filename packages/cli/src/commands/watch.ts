import fs from 'node:fs';
import path from 'node:path';
import type { Io } from '../io.js';
import type { ErrorFormat } from '../error-format.js';
import { planDestinations } from '../output/destinations.js';
import { reportError } from '../report-error.js';
import { analyze } from './analyze.js';
import type { AnalyzeFlags } from './analyze-flags.js';
import { parseRun } from './run-paths.js';

/** How often the inputs are looked at, milliseconds. */
const INTERVAL_MS = 1_000;
/** Reports while they are written (`open-report-file.ts`). */
const TEMPORARY = /[/\\]\.perfxpert-[^/\\]*\.tmp$/;

export interface WatchOptions {
  readonly errorFormat: ErrorFormat;
  readonly intervalMs?: number;
}

/**
 * Runs `perfxpert analyze --watch`: the analysis, and again whenever an input has changed and then stayed the same for one
 * interval, until the user interrupts. A trace that cannot be read in between, as while it is being written, is told and
 * waited for; at the first time it is an error as without `--watch`.
 */
export async function watch(flags: AnalyzeFlags, options: WatchOptions, io: Io): Promise<void> {
  const { intervalMs = INTERVAL_MS } = options;
  const reports = new Set(planDestinations({ ...flags, inputs: flags.input }, io.cwd).map((report) => report.path));
  let seen = fingerprint(flags, reports, io);
  await analyze(flags, io);
  const isOver = () => io.signal?.aborted === true;
  while (!isOver()) {
    await pause(intervalMs, io.signal);
    const now = fingerprint(flags, reports, io);
    if (now === seen) continue;
    await pause(intervalMs, io.signal);
    if (isOver() || fingerprint(flags, reports, io) !== now) continue;
    seen = now;
    try {
      await analyze(flags, io);
    } catch (error) {
      // The user interrupted a model: he wants to end.
      if (isCancelled(error)) throw error;
      await reportError(error, io, options.errorFormat);
    }
  }
}

/**
 * Sizes and times of the inputs and, for folders, of what lies in them: another text where something changed. Reports that
 * the command writes itself do not count, or it would go on for ever where they lie in an input.
 */
function fingerprint(
  { input, baseline, sourceDir, attDir }: AnalyzeFlags,
  reports: ReadonlySet<string | null>,
  io: Io,
): string {
  const runs = baseline.flatMap((run) => parseRun(run, io.cwd));
  const places = [
    ...input,
    ...runs,
    ...(sourceDir === undefined ? [] : [sourceDir]),
    ...(attDir === undefined ? [] : [attDir]),
  ];
  return places.map((place) => describe(path.resolve(io.cwd, place), 2, reports)).join('\n');
}

function describe(place: string, depth: number, reports: ReadonlySet<string | null>): string {
  const stats = fs.statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return `${place} -`;
  if (!stats.isDirectory()) return `${place} ${stats.size} ${stats.mtimeMs}`;
  if (depth === 0) return place;
  const parts = fs
    .readdirSync(place)
    .sort()
    .map((name) => path.join(place, name))
    .filter((part) => !reports.has(part) && !TEMPORARY.test(part));
  return parts.map((part) => describe(part, depth - 1, reports)).join('\n');
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'CANCELLED';
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}
