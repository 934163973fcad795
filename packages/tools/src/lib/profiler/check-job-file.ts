import * as v from 'valibot';
import { requireNoShellCharacters } from '../safety/shell-characters.js';
import type { ProjectFiles } from '../../tool/project-files.js';
import { parseJsonOrNull } from '../text/parse-json-or-null.js';
import { optionError } from './parse-rocprofv3-command.js';
import type { ProfilerOption } from './parse-rocprofv3-command.js';
import { rocprofv3Flags } from './rocprofv3-flags.js';

const MAX_JOB_FILE_BYTES = 1 << 20;
/** Keys of a job that are no options of the command line: groups of counters that take turns in one run. */
const JOB_ONLY_KEYS: ReadonlySet<string> = new Set(['pmc_groups', 'pmc_group_interval']);
/** Keys that a job may not have although the command line does: a job cannot name further jobs or be attached. */
const NOT_IN_JOBS: ReadonlySet<string> = new Set([
  '--input',
  '--pid',
  '--attach',
  '--list-avail',
  '--help',
  '--version',
]);

const ValueSchema = v.union([v.string(), v.number(), v.boolean()]);
const JobsSchema = v.strictObject({
  jobs: v.array(v.record(v.string(), v.union([ValueSchema, v.array(v.union([ValueSchema, v.array(v.string())]))]))),
});

/**
 * Reads an input file of rocprofv3 and holds it to the rules of the command line, because its keys are options: a job
 * could name a library to load or a folder to write to. Returns the options of its jobs, for the checks of their values.
 *
 * - `.txt`: comments and lines `pmc: COUNTER ...`, nothing else;
 * - `.json`: `{"jobs": [{ ... }]}`, each key an allowed option with `_` for `-` (some are written with `-`);
 * - YAML is refused: the same jobs can be written as JSON.
 *
 * Source: ROCprofiler-SDK, using-rocprofv3.rst (input files).
 *
 * @throws ToolError INVALID_ARGUMENT (refusal `profiler_option` or `shell_characters`)
 */
export async function checkJobFile(files: ProjectFiles, path: string, field: string): Promise<ProfilerOption[]> {
  const isText = path.endsWith('.txt');
  if (!isText && !path.endsWith('.json')) throw optionError(field, 'a .txt or .json file', path.slice(-40));
  const text = new TextDecoder().decode(await files.readBytes(path, MAX_JOB_FILE_BYTES));
  return isText ? readCounterLines(text, field) : readJobs(text, field);
}

function readCounterLines(text: string, field: string): ProfilerOption[] {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/#.*$/, '').trim());
  return lines.flatMap((line, index) => {
    const place = `${field} line ${index + 1}`;
    if (line === '') return [];
    const counters = /^pmc\s*:\s*(.+)$/.exec(line)?.[1];
    if (counters === undefined) throw optionError(place, 'pmc: and names of counters', line);
    requireNoShellCharacters(place, counters);
    return [{ flag: '--pmc', values: counters.split(/[\s,]+/), field: place }];
  });
}

function readJobs(text: string, field: string): ProfilerOption[] {
  const jobs = v.safeParse(JobsSchema, parseJsonOrNull(text));
  if (!jobs.success) throw optionError(field, '{"jobs": [{"option": value}]} as JSON', text);
  return jobs.output.jobs.flatMap((job, index) =>
    Object.entries(job).flatMap(([key, value]) => readJobEntry(`${field} jobs.${index}`, key, value)),
  );
}

function readJobEntry(place: string, key: string, value: unknown): ProfilerOption[] {
  const values = [value].flat(2).map(String);
  const isPattern = key.endsWith('_regex') || key === 'summary_groups';
  for (const text of values) if (!isPattern) requireNoShellCharacters(`${place}.${key}`, text);
  if (JOB_ONLY_KEYS.has(key)) return [];
  const flag = `--${key.replaceAll('_', '-')}`;
  if (!rocprofv3Flags().has(flag) || NOT_IN_JOBS.has(flag)) throw optionError(place, 'an allowed option', key);
  return [{ flag, values, field: `${place}.${key}` }];
}
