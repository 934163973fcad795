import { cleanNarrative } from '@perfxpert/providers';
import type { AgentCall } from '../runtime/agent-call.js';
import type { AgentRunResult } from '../runtime/run-agent.js';

/** The form in which words are asked for. */
export function narrativeSchema(): Readonly<Record<string, unknown>> {
  return {
    type: 'object',
    properties: { narrative: { type: 'string', description: 'The words for the reader, plain text' } },
    required: ['narrative'],
    additionalProperties: false,
  };
}

/** The words of a model: of its answer, else its plain text; cleaned. Null where there are none, with a warning where it answered. */
export function narrativeOf(run: AgentRunResult, { models, warnings }: AgentCall): string | null {
  if (run.mode === 'airgap' || models === null) return null;
  const written = run.structuredOutput?.['narrative'];
  const text = typeof written === 'string' ? cleanNarrative(written, models.redactor) : run.text;
  if (text !== '') return text;
  if (run.stopReason === 'text' || run.stopReason === 'answer')
    warnings.push('EMPTY_ANSWER: The model answered without a word. The words are our own.');
  return null;
}

/** How the words of a model are cleaned in this call, each a line. */
export function wordsCleaner({ models }: AgentCall): (text: string) => string {
  return (text) => (models === null ? text : cleanNarrative(text, models.redactor).replace(/\s+/g, ' '));
}
