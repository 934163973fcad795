import * as v from 'valibot';
import { announceProgram } from '../../lib/execution/announce-program.js';
import { resolveProgram } from '../../lib/execution/resolve-program.js';
import { runToEnd } from '../../lib/execution/run-to-end.js';
import { requireExternalTool } from '../../lib/process/check-external-tool.js';
import { childEnvironment } from '../../lib/process/child-environment.js';
import { checkRocprofv3Values } from '../../lib/profiler/check-rocprofv3-values.js';
import { parseRocprofv3Command } from '../../lib/profiler/parse-rocprofv3-command.js';
import { requireRoot } from '../../lib/safety/confine-path.js';
import { text } from '../../schemas/numbers.js';
import { PROCESS_OUTPUT_ENTRIES, timeoutSeconds } from '../../schemas/process-output.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';

export const RunInputSchema = v.strictObject({
  argv: v.pipe(
    v.array(v.string()),
    v.minLength(1),
    v.description('The command, one word each: rocprofv3, its options, --, the program and its arguments'),
  ),
  cwd: v.pipe(v.string(), v.minLength(1), v.description('Folder to run in; output stays in it or below it')),
  timeout_s: timeoutSeconds(600),
  extra_env: v.optional(
    v.pipe(
      v.record(v.string(), v.string()),
      v.description('Further variables of the program; names that are not allowed are ignored and reported'),
    ),
    {},
  ),
});

export const RunOutputSchema = v.object({
  ...PROCESS_OUTPUT_ENTRIES,
  target_program: v.nullable(text('Path of the profiled program; null without one')),
  ignored_env: v.pipe(v.array(v.string()), v.description('Names of extra_env that were left out, sorted')),
});

export type RunInput = ReadonlyInput<v.InferInput<typeof RunInputSchema>>;
export type ProfileRun = v.InferOutput<typeof RunOutputSchema>;

/**
 * Runs rocprofv3 on a program. The command is checked word by word (`parseRocprofv3Command`, `checkRocprofv3Values`),
 * the profiler is taken from a trusted folder, the environment is a chosen part of the user's (`childEnvironment`), and
 * the path of the program is shown through `progressCallback` before it runs. The exit code is an answer.
 *
 * @throws ToolError INVALID_ARGUMENT for a command that breaks a rule (`details.refusal`), NOT_FOUND without profiler,
 * folder or program, TIMEOUT, CANCELLED.
 */
export function run(input: RunInput, options: ToolOptions = {}): Promise<ProfileRun> {
  return callTool(runTool, input, options);
}

export const runTool = defineTool({
  key: 'profile_runner.run',
  description:
    'Runs a rocprofv3 command on this machine, in one folder, with a time limit (seconds) and allowed options only, and ' +
    'returns its exit code and output. Executes the program that is profiled.',
  toolClass: 'execution',
  inputSchema: RunInputSchema,
  outputSchema: RunOutputSchema,
  run: (input, context) => profile(input, context),
});

async function profile(input: v.InferOutput<typeof RunInputSchema>, context: ToolContext): Promise<ProfileRun> {
  const command = parseRocprofv3Command(input.argv);
  const folder = await requireRoot(context.files, input.cwd, 'cwd');
  await checkRocprofv3Values(context.files, folder, command.options);
  const program = await requireExternalTool('rocprofv3', context);
  const { environment, ignored } = await childEnvironment(context, input.extra_env);
  const target = command.target?.[0];
  const targetProgram =
    target === undefined ? null : await resolveProgram(context, target, environment.PATH, folder, 'argv');
  announceProgram(context, targetProgram ?? program);
  const args = input.argv.slice(1);
  const output = await runToEnd(context, { program, args, folder, environment, timeoutS: input.timeout_s });
  return { ...output, target_program: targetProgram, ignored_env: [...ignored] };
}
