import { findProgram } from '../process/find-program.js';
import type { ToolContext } from '../../tool/tool-context.js';
import { ToolError } from '../../tool/tool-errors.js';

/**
 * Absolute path of the program that a command names, found as the started program would find it.
 *
 * @throws ToolError NOT_FOUND when there is none that may be executed
 */
export async function resolveProgram(
  context: ToolContext,
  command: string,
  searchPath: string,
  folder: string,
  field: string,
): Promise<string> {
  const program = await findProgram(context.files, command, searchPath, folder);
  if (program !== null) return program;
  const where = command.includes('/') ? 'a file that may be executed' : `a program on the search path ${searchPath}`;
  throw new ToolError('NOT_FOUND', `${field} must name ${where}.`, { field, got: command.slice(0, 80) });
}
