import { schemaToJson } from '@perfxpert/tools';
import type { Tool } from '@perfxpert/tools';
import { ALWAYS } from '../prompts/always.js';
import type { AgentSpec } from './define-agent.js';

/**
 * The prompt of an agent: the shared rules, a blank line, its own slice with its tools and its output filled in. The same
 * agent gives the same bytes.
 */
export function composePrompt(agent: AgentSpec & { readonly toolObjects: readonly Tool[] }): string {
  const slice = agent.slice.replace('{{tools}}', () => toolList(agent)).replace('{{output}}', () => contract(agent));
  return `${ALWAYS}\n\n${slice}`;
}

/** Lines of a text: line ends plus one. */
export function countLines(text: string): number {
  return text.split('\n').length;
}

function toolList({ toolObjects }: { readonly toolObjects: readonly Tool[] }): string {
  if (toolObjects.length === 0) return 'You have no tools.';
  return toolObjects.map(({ key, description }) => `- \`${key}\`: ${description}`).join('\n');
}

/** The fields that a model fills, from the schema of the output. */
function contract({ outputSchema, modelFields, role }: AgentSpec): string {
  if (modelFields.length === 0) return 'You are not asked for an answer: all fields are computed.';
  const fields = modelFields.map((name) => {
    const entry = outputSchema.entries[name];
    const description = entry === undefined ? '' : descriptionOf(entry);
    return `- \`${name}\`: ${description}`;
  });
  return [`Answer through \`submit_${role}\` with these fields and no others:`, '', ...fields].join('\n');
}

function descriptionOf(entry: Parameters<typeof schemaToJson>[0]): string {
  const { description } = schemaToJson(entry);
  return description ?? '';
}
