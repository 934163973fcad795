import { isStochasticInterval } from '@perfxpert/knowledge';
import { confinedPath } from '../safety/confine-path.js';
import type { ProjectFiles } from '../../tool/project-files.js';
import { checkJobFile } from './check-job-file.js';
import { optionError } from './parse-rocprofv3-command.js';
import type { ProfilerOption } from './parse-rocprofv3-command.js';

const OUTPUT_FLAGS: ReadonlySet<string> = new Set([
  '-d',
  '--output-dir',
  '--output-directory',
  '-o',
  '--output',
  '--output-file',
  '--summary-output-file',
]);
/** What `--summary-output-file` takes instead of a file. */
const STREAMS: ReadonlySet<string> = new Set(['stdout', 'stderr']);
const JOB_FLAGS: ReadonlySet<string> = new Set(['-i', '--input']);
const DEFINITION_FLAGS: ReadonlySet<string> = new Set(['-E', '--extra-counters']);
const PROCESS_FLAGS: ReadonlySet<string> = new Set(['-p', '--pid', '--attach']);

const PC_SAMPLING_METHODS: readonly string[] = ['stochastic', 'host_trap'];
const PC_SAMPLING_UNITS: readonly string[] = ['instructions', 'cycles', 'time'];
const POSITIVE_INTEGER = /^[1-9][0-9]{0,9}$/;

/**
 * Checks the values of a command's options in the folder where it will run (canonical):
 *
 * - output goes to that folder or below it, links followed; so does what is read (`-i`, `-E`), and an input file of
 *   counters or jobs is held to the same rules as the command line (`checkJobFile`);
 * - the folder of the thread-trace decoder may be elsewhere, but is written without `..` and `~`;
 * - PC sampling: method, unit and a positive interval that rocprofv3 knows; with the stochastic method a power of two,
 *   256 to 2^31 (ROCprofiler-SDK, using-pc-sampling.rst).
 *
 * @throws ToolError INVALID_ARGUMENT (refusal `profiler_option`, or that of a rule inside a job file)
 */
export async function checkRocprofv3Values(
  files: ProjectFiles,
  folder: string,
  options: readonly ProfilerOption[],
): Promise<void> {
  for (const { flag, values, field } of options)
    for (const value of values) {
      if (OUTPUT_FLAGS.has(flag)) await checkOutputPath(files, folder, field, flag, value);
      else if (flag === '--att-library-path') checkLibraryPath(field, value);
      else if (JOB_FLAGS.has(flag)) await checkJobPath(files, folder, field, value);
      else if (DEFINITION_FLAGS.has(flag)) await readableInside(files, folder, field, value);
      else if (PROCESS_FLAGS.has(flag) && !POSITIVE_INTEGER.test(value))
        throw optionError(field, 'the number of a process', value);
    }
  checkPcSampling(options);
}

async function checkOutputPath(
  files: ProjectFiles,
  folder: string,
  field: string,
  flag: string,
  path: string,
): Promise<void> {
  if (flag === '--summary-output-file' && STREAMS.has(path)) return;
  const isElsewhere = /^[~/\\]|^[A-Za-z]:/.test(path) || path === '';
  if (isElsewhere || (await confinedPath(files, folder, path)) === null)
    throw optionError(field, 'a path inside the working folder', path);
}

function checkLibraryPath(field: string, path: string): void {
  if (path.includes('..') || path.includes('~')) throw optionError(field, 'a path without .. and ~', path);
}

async function readableInside(files: ProjectFiles, folder: string, field: string, path: string): Promise<string> {
  const confined = path.startsWith('~') ? null : await confinedPath(files, folder, path);
  if (confined === null || (await files.kindOf(confined)) !== 'file')
    throw optionError(field, 'a file inside the working folder', path);
  return confined;
}

async function checkJobPath(files: ProjectFiles, folder: string, field: string, path: string): Promise<void> {
  const options = await checkJobFile(files, await readableInside(files, folder, field, path), field);
  await checkRocprofv3Values(files, folder, options);
}

function checkPcSampling(options: readonly ProfilerOption[]): void {
  const valueOf = (flag: string) => options.filter((option) => option.flag === flag).at(-1);
  const check = (flag: string, expected: string, isGood: (value: string) => boolean) => {
    for (const option of options)
      for (const value of option.flag === flag ? option.values : [])
        if (!isGood(value)) throw optionError(option.field, expected, value);
  };
  check('--pc-sampling-method', PC_SAMPLING_METHODS.join(' or '), (value) => PC_SAMPLING_METHODS.includes(value));
  check('--pc-sampling-unit', PC_SAMPLING_UNITS.join(' or '), (value) => PC_SAMPLING_UNITS.includes(value));
  check('--pc-sampling-interval', 'a positive whole number', (value) => POSITIVE_INTEGER.test(value));
  if (valueOf('--pc-sampling-method')?.values[0] === 'stochastic')
    check('--pc-sampling-interval', 'a power of two, 256 to 2147483648', (value) =>
      isStochasticInterval(Number(value)),
    );
}
