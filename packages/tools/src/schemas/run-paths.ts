import * as v from 'valibot';
import { DatabasePathSchema } from './database-path.js';

const MAX_RUNS = 100;

/** One side of a comparison: a run, or several runs of the same program. */
export const runPathsSchema = (side: string) =>
  v.pipe(
    v.union([
      v.pipe(v.string(), v.minLength(1)),
      v.pipe(v.array(DatabasePathSchema), v.minLength(1), v.maxLength(MAX_RUNS)),
    ]),
    v.description(
      `${side}: path of a rocpd database or folder (one run), or a list with one entry per repeated run; an entry that ` +
        'is itself a list holds the files of one run (its ranks)',
    ),
  );

/** A run, or a list of runs, each one path or the paths that belong together. */
export type RunPaths = string | readonly (string | readonly string[])[];
