import { extname, relative } from 'node:path';
import * as v from 'valibot';
import { compileFlagWords, splitCompileFlags } from '../../lib/compiler/compile-flags.js';
import { parseDiagnosticLines } from '../../lib/compiler/diagnostic-lines.js';
import { announceProgram } from '../../lib/execution/announce-program.js';
import { resolveProgram } from '../../lib/execution/resolve-program.js';
import { runToEnd } from '../../lib/execution/run-to-end.js';
import { requireExternalTool } from '../../lib/process/check-external-tool.js';
import { childEnvironment } from '../../lib/process/child-environment.js';
import { confine, confineFile, requireNotGit, requireRoot } from '../../lib/safety/confine-path.js';
import { refusal } from '../../lib/safety/refusal.js';
import { requireNoShellCharacters } from '../../lib/safety/shell-characters.js';
import { count, text } from '../../schemas/numbers.js';
import { PROCESS_OUTPUT_ENTRIES, ProjectRootSchema, timeoutSeconds } from '../../schemas/process-output.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import { invalidArgument } from '../../tool/invalid-argument.js';
import type { ReadonlyInput } from '../../tool/readonly-input.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';

export const BuildInputSchema = v.strictObject({
  project_root: ProjectRootSchema,
  source_rel: v.pipe(v.string(), v.minLength(1), v.description('Source file, as a path from project_root')),
  flags: v.pipe(v.array(v.string()), v.description('Compiler flags, one each; only allowed ones (compiler tools)')),
  output_rel: v.optional(
    v.pipe(v.string(), v.minLength(1), v.description('File to write, as a path from project_root')),
    'a.out',
  ),
  timeout_s: timeoutSeconds(120),
});

const DiagnosticLineSchema = v.object({
  file: text('File as the compiler named it'),
  line: v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Line, from 1')),
  col: v.pipe(v.number(), v.integer(), v.minValue(0), v.description('Column, from 1')),
  sev: v.pipe(v.picklist(['error', 'warning']), v.description('Whether it stopped the build')),
  msg: text('What the compiler said'),
});

export const BuildOutputSchema = v.object({
  ...PROCESS_OUTPUT_ENTRIES,
  errors: v.pipe(v.array(DiagnosticLineSchema), v.description('Errors and warnings in the order of the output')),
  total_count: count('Errors and warnings in all'),
  truncated: v.pipe(v.boolean(), v.description('Whether errors holds fewer than total_count')),
});

export type BuildInput = ReadonlyInput<v.InferInput<typeof BuildInputSchema>>;
export type BuildResult = v.InferOutput<typeof BuildOutputSchema>;

const DEFAULT_COMPILER = 'amdclang++';
const MAX_DIAGNOSTICS = 200;
/** Files that a build reads: an output of such a name is a slip that would destroy one. */
const SOURCE_EXTENSIONS = /^\.(c|cc|cpp|cxx|cu|hip|h|hh|hpp|hxx|inc|inl|ipp|cuh|py|f|f90)$/i;

/**
 * Compiles one source file of a project with the compiler of the settings (`compiler`, default amdclang++): source and
 * output stay inside the project, flags are those of the allow-list (`splitCompileFlags`). A build that fails is an
 * answer with the compiler's errors.
 *
 * @throws ToolError INVALID_ARGUMENT with the refused flags in `details.refused`, or for shell characters; OUTSIDE_ROOT;
 * NOT_FOUND without source or compiler; TIMEOUT; CANCELLED.
 */
export function build(input: BuildInput, options: ToolOptions = {}): Promise<BuildResult> {
  return callTool(buildTool, input, options);
}

export const buildTool = defineTool({
  key: 'compile_runner.build',
  description:
    'Compiles one source file of a project on this machine, with allowed flags and a time limit (seconds), and returns ' +
    'exit code, output and the errors by file, line and column. Writes the output file.',
  toolClass: 'execution',
  inputSchema: BuildInputSchema,
  outputSchema: BuildOutputSchema,
  run: (input, context) => compile(input, context),
});

async function compile(input: v.InferOutput<typeof BuildInputSchema>, context: ToolContext): Promise<BuildResult> {
  const { source_rel: sourceRel, output_rel: outputRel } = input;
  requireNoShellCharacters('source_rel', sourceRel);
  requireNoShellCharacters('output_rel', outputRel);
  input.flags.forEach((flag, index) => requireNoShellCharacters(`flags.${index}`, flag));
  const flags = splitCompileFlags(input.flags);
  if (flags.rejected.length > 0)
    throw refusal('compiler_flag', 'flags', 'allowed compiler flags', flags.rejected.join(' '), {
      refused: flags.rejected,
    });

  const root = await requireRoot(context.files, input.project_root);
  const source = await confineFile(context.files, root, sourceRel, 'source_rel');
  const output = await confine(context.files, root, outputRel, 'output_rel');
  await requireNewOutput(context, root, output);
  const { environment } = await childEnvironment(context);
  const program = await findCompiler(context, environment.PATH);
  announceProgram(context, program);
  const args = [wordOf(root, source), ...compileFlagWords(flags), '-o', wordOf(root, output)];
  const result = await runToEnd(context, { program, args, folder: root, environment, timeoutS: input.timeout_s });
  const errors = parseDiagnosticLines(result.stderr);
  return {
    ...result,
    errors: errors.slice(0, MAX_DIAGNOSTICS),
    total_count: errors.length,
    truncated: errors.length > MAX_DIAGNOSTICS,
  };
}

function findCompiler(context: ToolContext, searchPath: string): Promise<string> {
  const { compiler = DEFAULT_COMPILER } = context.settings;
  if (compiler === DEFAULT_COMPILER) return requireExternalTool(DEFAULT_COMPILER, context);
  requireNoShellCharacters('settings.compiler', compiler);
  // A relative path would be one below whatever folder we happen to run in.
  if (compiler.includes('/') && !compiler.startsWith('/'))
    throw invalidArgument('settings.compiler', 'a name or an absolute path', compiler);
  return resolveProgram(context, compiler, searchPath, '/', 'settings.compiler');
}

/** @throws ToolError INVALID_ARGUMENT for an output that would take the place of a folder or of a source file */
async function requireNewOutput(context: ToolContext, root: string, output: string): Promise<void> {
  requireNotGit(root, output, 'output_rel');
  const kind = await context.files.kindOf(output);
  if ((kind !== null && kind !== 'file') || SOURCE_EXTENSIONS.test(extname(output)))
    throw invalidArgument('output_rel', 'a file that is not part of the sources', relative(root, output));
}

/** A path from the root as a word that no compiler takes for an option or a list of options. */
function wordOf(root: string, path: string): string {
  const word = relative(root, path);
  return /^[-@]/.test(word) ? `./${word}` : word;
}
