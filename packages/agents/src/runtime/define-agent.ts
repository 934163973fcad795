import { createHash } from 'node:crypto';
import { TOOLS } from '@perfxpert/tools';
import type { Tool } from '@perfxpert/tools';
import type * as v from 'valibot';
import { AgentConstructionError } from './agent-errors.js';
import type { AgentRole } from './agent-role.js';
import { composePrompt, countLines } from './compose-prompt.js';

/** Caps of an agent; beyond them it can't be declared. */
export const AGENT_CAPS = { tools: 5, inputFields: 10, outputFields: 5, promptLines: 400 } as const;

/** Whether an agent may propose what its catalogue does not have. */
export type AgentCapability = 'catalog_only' | 'additive_exploration';

/** An object schema whose fields can be counted. */
export type FieldsSchema = v.GenericSchema & { readonly entries: Readonly<Record<string, v.GenericSchema>> };

/** What an agent is, before it is checked. */
export interface AgentSpec {
  readonly name: string;
  readonly role: AgentRole;
  /** 0 Root, 1 those that it hands work to, 2 specialists. */
  readonly layer: number;
  /** Keys of its tools, `module.function`. */
  readonly tools: readonly string[];
  /** Most tokens of one answer of a model. */
  readonly maxOutputTokens: number;
  readonly handoffs: readonly AgentRole[];
  readonly capability?: AgentCapability;
  readonly inputSchema: FieldsSchema;
  readonly outputSchema: FieldsSchema;
  /** Fields of the output that a model may fill; it may write others, and they are not used. */
  readonly modelFields: readonly string[];
  /** Its instructions, with `{{tools}}` and `{{output}}` where those go. */
  readonly slice: string;
}

/** A declared agent: immutable, within its caps, its prompt composed once. */
export interface Agent extends Readonly<Omit<AgentSpec, 'capability' | 'slice'>> {
  readonly capability: AgentCapability;
  /** The tools themselves, sorted by key. */
  readonly toolObjects: readonly Tool[];
  /** Shared rules, a blank line, its own slice; nothing else. */
  readonly systemPrompt: string;
  /** SHA-256 of the prompt, hex. */
  readonly fenceSha256: string;
}

/** Classes of tools that an agent may hold: programs and files of a project are for the gates alone. */
const ALLOWED_CLASSES: readonly string[] = ['read_only', 'state'];

/**
 * Declares an agent. Lists are copied, so what a caller does to his own afterwards changes nothing.
 *
 * @throws AgentConstructionError for a layer other than 0, 1, 2; more than 5 tools, unknown ones, two that are equal on the
 * wire, or one that executes; more than 10 input or 5 output fields; exploration outside layer 2; more than 400 lines
 */
export function defineAgent(spec: AgentSpec): Agent {
  const { slice, ...declared } = spec;
  const capability = spec.capability ?? 'catalog_only';
  checkLayer(spec, capability);
  const toolObjects = toolsOf(spec);
  checkFields(spec);
  const systemPrompt = composePrompt({ ...spec, toolObjects });
  const lines = countLines(systemPrompt);
  if (lines > AGENT_CAPS.promptLines)
    throw refused(spec, `its prompt has ${lines} lines; at most ${AGENT_CAPS.promptLines} are allowed`);
  return Object.freeze({
    ...declared,
    capability,
    tools: Object.freeze([...spec.tools]),
    handoffs: Object.freeze([...spec.handoffs]),
    modelFields: Object.freeze([...spec.modelFields]),
    toolObjects: Object.freeze(toolObjects),
    systemPrompt,
    fenceSha256: createHash('sha256').update(systemPrompt).digest('hex'),
  });
}

function checkLayer(spec: AgentSpec, capability: AgentCapability): void {
  if (![0, 1, 2].includes(spec.layer)) throw refused(spec, `layer ${spec.layer} is none of 0, 1, 2`);
  if (capability === 'additive_exploration' && spec.layer !== 2)
    throw refused(spec, 'only agents of layer 2 may explore');
}

function checkFields(spec: AgentSpec): void {
  const inputs = Object.keys(spec.inputSchema.entries).length;
  const outputs = Object.keys(spec.outputSchema.entries).length;
  if (inputs > AGENT_CAPS.inputFields)
    throw refused(spec, `${inputs} input fields; at most ${AGENT_CAPS.inputFields} are allowed`);
  if (outputs > AGENT_CAPS.outputFields)
    throw refused(spec, `${outputs} output fields; at most ${AGENT_CAPS.outputFields} are allowed`);
}

function toolsOf(spec: AgentSpec): Tool[] {
  const { tools } = spec;
  if (tools.length > AGENT_CAPS.tools)
    throw refused(spec, `${tools.length} tools; at most ${AGENT_CAPS.tools} are allowed`);
  const wireNames = new Set(tools.map(toolWireName));
  if (wireNames.size < tools.length) throw refused(spec, 'two of its tools have the same name on the wire');
  return [...tools].sort().map((key) => {
    const tool = TOOLS.find((candidate) => candidate.key === key);
    if (tool === undefined) throw refused(spec, `there is no tool ${key}`);
    if (!ALLOWED_CLASSES.includes(tool.toolClass)) throw refused(spec, `${key} executes programs or edits files`);
    return tool;
  });
}

/** Name of a tool as services of models take it: letters, digits, `_` and `-` only. */
export function toolWireName(key: string): string {
  return key.replaceAll('.', '_');
}

function refused({ name }: AgentSpec, reason: string): AgentConstructionError {
  return new AgentConstructionError(`Agent ${name}: ${reason}.`, { agent: name });
}
