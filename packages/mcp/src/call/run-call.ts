import { ToolError, callTool } from '@perfxpert/agents/tools';
import type { AgentOptions, ToolContext } from '@perfxpert/agents/tools';
import { allowedInput } from '../access/allowed-input.js';
import { CursorError } from '../view/budget-view.js';
import { wireView } from '../view/wire-view.js';
import type { DeclaredTool } from '../list/tool-list.js';
import type { CallRequest, ThreadSettings } from './call-protocol.js';
import { withWholeName } from './whole-name.js';

/**
 * Runs a call: checks its paths, calls the tool and cuts the payload to the budget. Returns the JSON of the answer.
 *
 * @throws ToolError and whatever the tool raises
 */
export async function runCall(
  request: CallRequest,
  { tool, kind }: DeclaredTool,
  context: ToolContext,
  settings: ThreadSettings,
): Promise<string> {
  const input = allowedInput(request.input, request.roots);
  const payload =
    kind === 'agent'
      ? // An agent checks raw input itself, and takes more options than other tools.
        await tool.run(input, agentOptions(context, settings) as ToolContext)
      : await callTool(tool, await withWholeName(input, context), context);
  try {
    return JSON.stringify(wireView(payload, request.view));
  } catch (error) {
    if (!(error instanceof CursorError)) throw error;
    throw new ToolError('INVALID_ARGUMENT', 'cursor must be one of an earlier answer to the same call.', {
      field: 'cursor',
      expected: 'a cursor of an earlier answer to the same call',
      got: 'another text',
    });
  }
}

/** What agents may do here: nothing is written, and no model is asked unless the server was started so. */
function agentOptions(context: ToolContext, { allowLlm, stateDir }: ThreadSettings): AgentOptions {
  return { ...context, createFollowUp: false, isLlmAllowed: allowLlm, stateDir, timestamps: false };
}
