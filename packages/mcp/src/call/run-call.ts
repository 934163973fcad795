import { ToolError, callTool } from '@perfxpert/agents/tools';
import type { AgentOptions, ToolContext } from '@perfxpert/agents/tools';
import { allowedInput } from '../access/allowed-input.js';
import { CursorError } from '../view/budget-view.js';
import { wireView } from '../view/wire-view.js';
import type { DeclaredTool } from '../list/tool-list.js';
import type { CallRequest, ThreadSettings } from './call-protocol.js';
import { withWholeName } from './whole-name.js';

/** An answer as the pool gets it. */
export interface CallAnswer {
  /** JSON. */
  readonly text: string;
  /** Of an agent that made or used a session; else null. */
  readonly sessionId: string | null;
}

/**
 * Runs a call: checks its paths, calls the tool and cuts the payload to the budget.
 *
 * @throws ToolError and whatever the tool raises
 */
export async function runCall(
  request: CallRequest,
  { tool, kind }: DeclaredTool,
  context: ToolContext,
  settings: ThreadSettings,
): Promise<CallAnswer> {
  const input = allowedInput(request.input, request.roots);
  const payload =
    kind === 'agent'
      ? // An agent checks raw input itself, and takes more options than other tools.
        await tool.run(input, agentOptions(context, settings) as ToolContext)
      : await callTool(tool, await withWholeName(input, context), context);
  try {
    return { text: JSON.stringify(wireView(payload, request.view)), sessionId: sessionOf(payload) };
  } catch (error) {
    if (!(error instanceof CursorError)) throw error;
    throw new ToolError('INVALID_ARGUMENT', 'cursor must be one of an earlier answer to the same call.', {
      field: 'cursor',
      expected: 'a cursor of an earlier answer to the same call',
      got: 'another text',
    });
  }
}

function sessionOf(payload: unknown): string | null {
  const metadata = property(payload, 'metadata');
  const id = property(metadata, 'session_id');
  return typeof id === 'string' ? id : null;
}

function property(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** What agents may do here: nothing is written, and no model is asked unless the server was started so. */
function agentOptions(context: ToolContext, { allowLlm, stateDir }: ThreadSettings): AgentOptions {
  return { ...context, createFollowUp: false, isLlmAllowed: allowLlm, stateDir, timestamps: false };
}
