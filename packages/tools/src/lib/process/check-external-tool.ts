import { delimiter, join } from 'node:path';
import { createToolContext } from '../../tool/tool-context.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';
import { ToolError, isPerfXpertError } from '../../tool/tool-errors.js';
import { childEnvironment } from './child-environment.js';
import { EXTERNAL_TOOLS } from './external-tools.js';
import type { ExternalTool } from './external-tools.js';
import { findProgram } from './find-program.js';

/** Whether an external tool can be used: with its path, or with the reason why not. */
export interface ExternalToolCheck {
  readonly available: boolean;
  readonly detail: string;
}

const SMOKE_TEST_MS = 2000;
const SMOKE_TEST_BYTES = 4096;
const DEFAULT_ROCM = '/opt/rocm';
const LIBRARY_FOLDERS = ['lib', 'lib64', 'lib/rocprofiler-sdk'] as const;

/**
 * Whether a program or library that we do not ship can be used. Programs are looked for on the PATH that started
 * programs get; some are also run once (2 s at most). A library is looked for at `PERFXPERT_<NAME>_PATH` (file or
 * folder), ROCPROF_ATT_LIBRARY_PATH, in the lib folders of ROCM_PATH or `/opt/rocm`, in
 * `~/.local/opt/<name>/opt/rocm/lib` and `lib64`, and along LD_LIBRARY_PATH, all of the context's `processEnvironment`.
 *
 * Never raises for a tool that is missing or broken; an unknown name is `unknown tool`.
 */
export async function checkExternalTool(name: string, options: ToolOptions = {}): Promise<ExternalToolCheck> {
  const tool = EXTERNAL_TOOLS.find((entry) => entry.name === name);
  if (tool === undefined) return { available: false, detail: 'unknown tool' };
  const context = createToolContext(options);
  return tool.kind === 'library' ? checkLibrary(tool, context) : checkProgram(tool, context);
}

/**
 * The path of an external tool that must be there.
 *
 * @throws ToolError NOT_FOUND with `{ name, install_hint, install_cmd }`. Nothing is installed and nobody is asked: the
 * command, where there is one, is for the user to read and run.
 */
export async function requireExternalTool(name: string, options: ToolOptions = {}): Promise<string> {
  const check = await checkExternalTool(name, options);
  if (check.available) return check.detail;
  const tool = EXTERNAL_TOOLS.find((entry) => entry.name === name);
  throw new ToolError('NOT_FOUND', `${name} is not available: ${check.detail}. ${installInstructions(name)}`, {
    name,
    install_hint: tool?.installHint ?? '',
    install_cmd: tool?.installCommand ?? null,
  });
}

/** How a person installs an external tool: text to print, never something that is run. Empty for an unknown name. */
export function installInstructions(name: string): string {
  const tool = EXTERNAL_TOOLS.find((entry) => entry.name === name);
  if (tool === undefined) return '';
  return tool.installCommand === null ? tool.installHint : `${tool.installHint} Command: ${tool.installCommand}`;
}

async function checkProgram(tool: ExternalTool, context: ToolContext): Promise<ExternalToolCheck> {
  const { environment } = await childEnvironment(context);
  const path = await findProgram(context.files, tool.name, environment.PATH, '/');
  if (path === null) return { available: false, detail: `${tool.name} was not found on the PATH` };
  if (tool.smokeTest === null) return { available: true, detail: path };
  try {
    const result = await context.runProcess({
      command: path,
      args: tool.smokeTest,
      environment,
      timeoutMs: SMOKE_TEST_MS,
      maxOutputBytes: SMOKE_TEST_BYTES,
      ...(context.signal === undefined ? {} : { signal: context.signal }),
    });
    const line = `${tool.name} ${tool.smokeTest.join(' ')}`;
    if (result.timed_out) return { available: false, detail: `${line} timed out after ${SMOKE_TEST_MS / 1000} s` };
    if (result.exit_code === 0) return { available: true, detail: path };
    return { available: false, detail: `${line} exited ${result.exit_code ?? `on ${result.signal}`}` };
  } catch (error) {
    if (!isPerfXpertError(error) || error.code === 'CANCELLED') throw error;
    return { available: false, detail: `${tool.name} could not be started (${error.code})` };
  }
}

async function checkLibrary(tool: ExternalTool, context: ToolContext): Promise<ExternalToolCheck> {
  const fileName = tool.fileName ?? tool.name;
  for (const path of libraryPaths(tool.name, fileName, context.processEnvironment)) {
    const real = await context.files.realPath(path).catch(() => null);
    if (real !== null && (await context.files.kindOf(real)) === 'file') return { available: true, detail: path };
  }
  return { available: false, detail: `${fileName} was not found in the library folders of ROCm` };
}

/** Where a library may be, in the order in which it is looked for. Its own variable may name the file itself. */
function libraryPaths(name: string, fileName: string, environment: ToolContext['processEnvironment']): string[] {
  const own = environment[`PERFXPERT_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}_PATH`] ?? '';
  const home = environment['HOME'] ?? '';
  const folders = [
    own,
    ...(environment['ROCPROF_ATT_LIBRARY_PATH'] ?? '').split(delimiter),
    ...[environment['ROCM_PATH'] ?? '', DEFAULT_ROCM].flatMap((root) => LIBRARY_FOLDERS.map((lib) => `${root}/${lib}`)),
    ...['lib', 'lib64'].map((lib) => `${home}/.local/opt/${name}/opt/rocm/${lib}`),
    ...(environment['LD_LIBRARY_PATH'] ?? '').split(delimiter),
  ];
  // A part that is not set leaves an empty or a relative entry, or one below "/": no library of ROCm is there.
  return [own, ...folders.map((folder) => join(folder, fileName))].filter((path) => path.startsWith('/'));
}
