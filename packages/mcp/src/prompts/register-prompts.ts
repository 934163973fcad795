import { ProtocolError } from '@modelcontextprotocol/server';
import type { Server } from '@modelcontextprotocol/server';
import type { Product } from '../server/product.js';
import type { RootProvider } from '../server/root-provider.js';
import { cleanText } from '../view/clean-text.js';
import { completePath } from './complete-path.js';
import { PROMPTS } from './prompt-list.js';

const INVALID_PARAMS = -32602;
const MAX_ARGUMENT = 4096;
const MAX_VALUES = 100;
const COMPLETION_MS = 5000;

interface Completion {
  readonly argument: string;
  readonly text: string;
  readonly others: Readonly<Record<string, string>>;
}

/** Prompts, and completion of their arguments and of the parts of resource names. */
export function registerPrompts(server: Server, product: Product, rootProvider: RootProvider): void {
  const { settings, built, reports } = product;
  server.setRequestHandler('prompts/list', () => ({
    prompts: PROMPTS.map(({ name, title, description, arguments: taken }) => ({
      name,
      title,
      description,
      arguments: taken.map((argument) => ({ ...argument })),
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const prompt = PROMPTS.find((entry) => entry.name === name);
    if (prompt === undefined)
      throw new ProtocolError(
        INVALID_PARAMS,
        `No such prompt; known: ${PROMPTS.map((entry) => entry.name).join(', ')}`,
      );
    const missing = prompt.arguments.filter((argument) => argument.required && (given[argument.name] ?? '') === '');
    if (missing.length > 0)
      throw new ProtocolError(INVALID_PARAMS, `Missing: ${missing.map((argument) => argument.name).join(', ')}`);
    const text = prompt.text(
      (tool) => (settings.hasPrefix ? `perfxpert_${tool}` : tool),
      (argument) => quoted(given[argument]),
    );
    return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
  });
  server.setRequestHandler('completion/complete', async ({ params: { argument, context } }) => {
    const values = await valuesOf({
      argument: argument.name,
      text: argument.value.slice(0, MAX_ARGUMENT),
      others: context?.arguments ?? {},
    });
    return {
      completion: { values: values.slice(0, MAX_VALUES), total: values.length, hasMore: values.length > MAX_VALUES },
    };
  });

  async function valuesOf({ argument, text, others }: Completion): Promise<readonly string[]> {
    const asked = text.toLowerCase();
    const holding = (values: readonly string[]) => values.filter((value) => value.toLowerCase().includes(asked));
    switch (argument) {
      case 'trace':
      case 'baseline':
      case 'new':
        return completePath(text, await rootProvider.roots());
      case 'gfx':
        return holding(built.gpus);
      case 'id':
        return holding(reports.list().map(({ id }) => id));
      case 'kernel': {
        const { trace } = others;
        return trace === undefined ? [] : holding(await kernelsOf(trace));
      }
      default:
        return [];
    }
  }

  async function kernelsOf(trace: string): Promise<readonly string[]> {
    const outcome = await product.pool.run(
      { kind: 'read', what: 'kernel_names', argument: trace, roots: await rootProvider.roots() },
      { lane: 'file', timeoutMs: COMPLETION_MS, affinity: JSON.stringify(trace) },
    );
    if (!outcome.ok) return [];
    const names: unknown = JSON.parse(outcome.text);
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  }
}

/** An argument as JSON text, so that it stays one value inside a sentence. */
function quoted(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : JSON.stringify(cleanText(value, MAX_ARGUMENT));
}
