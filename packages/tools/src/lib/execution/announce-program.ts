import { shellQuote } from '../profiler/shell-quote.js';
import type { ToolContext } from '../../tool/tool-context.js';

/** Shows the path of a program that is about to run, so that the user sees what a name was resolved to. */
export function announceProgram(context: ToolContext, program: string): void {
  context.progressCallback?.(`run ${shellQuote(program)}`);
}
