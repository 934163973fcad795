import { ToolError, callTool } from '@perfxpert/agents/tools';
import type { Tool, ToolContext } from '@perfxpert/agents/tools';
import { allowedInput } from '../access/allowed-input.js';
import { CursorError, budgetView } from '../view/budget-view.js';
import type { CallRequest } from './call-protocol.js';
import { withWholeName } from './whole-name.js';

/**
 * Runs a call: checks its paths, calls the tool and cuts the payload to the budget. Returns the JSON of the answer.
 *
 * @throws ToolError and whatever the tool raises
 */
export async function runCall(request: CallRequest, tool: Tool, context: Partial<ToolContext>): Promise<string> {
  const input = allowedInput(request.input, request.roots);
  const payload = await callTool(tool, await withWholeName(input, context), context);
  try {
    return JSON.stringify(budgetView(payload, request.view));
  } catch (error) {
    if (!(error instanceof CursorError)) throw error;
    throw new ToolError('INVALID_ARGUMENT', 'cursor must be one of an earlier answer to the same call.', {
      field: 'cursor',
      expected: 'a cursor of an earlier answer to the same call',
      got: 'another text',
    });
  }
}
