import { callTool, isPerfXpertError, toWireError } from '@perfxpert/tools';
import type { Tool } from '@perfxpert/tools';
import type { AgentCall } from './agent-call.js';
import { ToolAllowlistViolation } from './agent-errors.js';
import { toolWireName } from './define-agent.js';
import type { Agent } from './define-agent.js';
import { hideKernels } from './hide-kernels.js';

/** What a tool gave to a model. */
export interface ToolOutcome {
  readonly key: string;
  readonly value: unknown;
  readonly isError: boolean;
}

/** Largest result of a tool that goes to a model, in characters of JSON; about 8,000 tokens. */
const MAX_RESULT_CHARACTERS = 24_000;

/** The tools of an agent in this call: those that write tasks only where the caller allows it. */
export function offeredTools(agent: Agent, call: AgentCall): readonly Tool[] {
  return call.canWriteTasks
    ? agent.toolObjects
    : agent.toolObjects.filter(({ toolClass }) => toolClass === 'read_only');
}

/**
 * Calls a tool for a model. The list of the agent is checked again at every call, whatever the service was told. What a
 * tool refuses is an answer for the model; only our own words are in it.
 *
 * @throws ToolAllowlistViolation for a tool that the agent does not hold; ToolError CANCELLED
 */
export async function callAgentTool(agent: Agent, name: string, input: unknown, call: AgentCall): Promise<ToolOutcome> {
  const isAskedFor = ({ key }: Tool): boolean => key === name || toolWireName(key) === name;
  const tool = offeredTools(agent, call).find(isAskedFor);
  const withheld = tool === undefined ? agent.toolObjects.find(isAskedFor) : undefined;
  // Its instructions name all tools of the agent, also those that this call does not offer.
  if (withheld !== undefined)
    return { key: withheld.key, value: { error: 'this tool writes, and this call may not' }, isError: true };
  if (tool === undefined)
    throw new ToolAllowlistViolation(`${agent.name} holds no tool of the name that was asked for`, {
      agent: agent.role,
    });
  const { progress } = call;
  progress?.emit(agent.role, { type: 'tool.start', tool: tool.key });
  let isError = false;
  try {
    const value = await callTool(tool, input, call.toolContext);
    hideKernels(value, call);
    return { key: tool.key, value: bounded(value), isError };
  } catch (error) {
    if (isPerfXpertError(error) && error.code === 'CANCELLED') throw error;
    isError = true;
    return { key: tool.key, value: toWireError(error), isError };
  } finally {
    progress?.emit(agent.role, { type: 'tool.end', tool: tool.key, is_error: isError });
  }
}

/** A result that fits: lists are cut, longest first, until it does. */
function bounded(value: unknown): unknown {
  let kept = 64;
  let candidate = value;
  while (JSON.stringify(candidate ?? null).length > MAX_RESULT_CHARACTERS && kept > 1) {
    candidate = { truncated: true, first_entries: kept, value: withShortLists(value, kept) };
    kept = Math.floor(kept / 2);
  }
  return JSON.stringify(candidate ?? null).length > MAX_RESULT_CHARACTERS
    ? { truncated: true, value: null }
    : candidate;
}

function withShortLists(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most).map((item) => withShortLists(item, most));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withShortLists(item, most)]));
}
