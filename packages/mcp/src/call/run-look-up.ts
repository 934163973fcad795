import { ToolError, createToolContext } from '@perfxpert/agents/tools';
import type { Outcome } from '../pool/worker-pool.js';
import type { CallRequest, ThreadSettings } from './call-protocol.js';
import { callFailure } from './call-failure.js';
import { declaredTool } from './declared-tool.js';
import { runCall } from './run-call.js';

/** No table depends on what the user set or on a state folder. */
const SETTINGS: ThreadSettings = { stateDir: null, allowLlm: false, predictions: [] };

/** Runs a look-up of the tables in this thread. Such a tool opens no file. */
export async function runLookUp(request: Omit<CallRequest, 'id'>): Promise<Outcome> {
  const context = createToolContext({ openTrace: openNothing, readText: openNothing, settings: {} });
  try {
    const { text } = await runCall({ ...request, id: 0 }, declaredTool(request.key), context, SETTINGS);
    return { ok: true, text };
  } catch (error) {
    return { ok: false, ...callFailure(error) };
  }
}

function openNothing(): never {
  throw new ToolError('INTERNAL', 'A look-up of the tables opens no file.');
}
