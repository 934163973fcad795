import * as v from 'valibot';
import { text } from './numbers.js';

/** What a program that a tool ran left behind; shared by the tools of the class `execution`. */
export const PROCESS_OUTPUT_ENTRIES = {
  returncode: v.pipe(v.number(), v.integer(), v.description('Exit code; minus the number of the signal that ended it')),
  stdout: text('What the program wrote, as UTF-8, the first 1 MiB'),
  stderr: text('What the program wrote to standard error, as UTF-8, the first 1 MiB'),
  output_truncated: v.pipe(v.boolean(), v.description('Whether output beyond 1 MiB was dropped')),
};

export const ProcessOutputSchema = v.object(PROCESS_OUTPUT_ENTRIES);
export type ProcessOutput = v.InferOutput<typeof ProcessOutputSchema>;

/** A folder that all other paths of a call must stay in. */
export const ProjectRootSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.description('Folder of the project; nothing outside it is touched'),
);

/** A time limit in seconds, at most a day. */
export const timeoutSeconds = (fallback: number) =>
  v.optional(
    v.pipe(
      v.number(),
      v.minValue(0.001),
      v.maxValue(86_400),
      v.description('Time limit in seconds; then the program and all that it started are killed'),
    ),
    fallback,
  );
