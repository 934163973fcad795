import * as v from 'valibot';
import { announceProgram } from '../../lib/execution/announce-program.js';
import { resolveProgram } from '../../lib/execution/resolve-program.js';
import { runToEnd } from '../../lib/execution/run-to-end.js';
import { childEnvironment } from '../../lib/process/child-environment.js';
import { requireRoot } from '../../lib/safety/confine-path.js';
import { requireHarmlessCommand } from '../../lib/safety/dangerous-text.js';
import { requireNoShellCharacters } from '../../lib/safety/shell-characters.js';
import { PROCESS_OUTPUT_ENTRIES, ProjectRootSchema, timeoutSeconds } from '../../schemas/process-output.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';

export const CheckInputSchema = v.strictObject({
  project_root: ProjectRootSchema,
  test_command: v.pipe(
    v.array(v.string()),
    v.minLength(1),
    v.description('The tests as a command, one word each: a program on the PATH or a path from project_root'),
  ),
  timeout_s: timeoutSeconds(300),
});

export const CheckOutputSchema = v.object({
  all_passed: v.pipe(v.boolean(), v.description('Whether the command exited with 0')),
  ...PROCESS_OUTPUT_ENTRIES,
});

export type CheckInput = ReadonlyInput<v.InferInput<typeof CheckInputSchema>>;
export type AnchorsCheck = v.InferOutput<typeof CheckOutputSchema>;

/**
 * Runs the tests of a project in its folder, with the chosen part of the user's environment (`childEnvironment`). Tests
 * that fail are an answer; the path of the program is shown through `progressCallback` before it runs.
 *
 * @throws ToolError INVALID_ARGUMENT for an empty command, shell characters or a command that destroys; NOT_FOUND
 * without folder or program; TIMEOUT; CANCELLED.
 */
export function check(input: CheckInput, options: ToolOptions = {}): Promise<AnchorsCheck> {
  return callTool(checkTool, input, options);
}

export const checkTool = defineTool({
  key: 'anchors.check',
  description:
    'Runs the test command of a project on this machine, with a time limit (seconds), and says whether it passed, with ' +
    'exit code and output. Executes the command.',
  toolClass: 'execution',
  inputSchema: CheckInputSchema,
  outputSchema: CheckOutputSchema,
  run: (input, context) => runTests(input, context),
});

async function runTests(input: v.InferOutput<typeof CheckInputSchema>, context: ToolContext): Promise<AnchorsCheck> {
  const [command = '', ...args] = input.test_command;
  input.test_command.forEach((word, index) => requireNoShellCharacters(`test_command.${index}`, word));
  requireHarmlessCommand('test_command', input.test_command);
  const folder = await requireRoot(context.files, input.project_root);
  const { environment } = await childEnvironment(context);
  const program = await resolveProgram(context, command, environment.PATH, folder, 'test_command.0');
  announceProgram(context, program);
  const output = await runToEnd(context, { program, args, folder, environment, timeoutS: input.timeout_s });
  return { all_passed: output.returncode === 0, ...output };
}
