import type { AdapterReply } from '../dispatch/model-adapter.js';
import { errorFromText } from '../error-from-text.js';
import { FatalError } from '../errors.js';
import { extractJsonObject } from '../extract-json.js';
import { asRecord, countField, numberField, parseJson, textField } from '../json-value.js';
import type { JsonRecord } from '../json-value.js';
import type { OutputSpec } from '../messages.js';
import type { TokenCounts } from '../prices.js';

const EVENTS = new Set(['step_start', 'text', 'reasoning', 'tool_use', 'step_finish', 'error', 'done']);

/** Reads what `opencode run --format json` prints, as it comes: one event a line, with other lines between them. */
export class OpencodeOutput {
  readonly #onText: (text: string) => void;
  readonly #onUsage: (tokens: TokenCounts, costUsd?: number) => void;
  #rest = '';
  #plain = '';
  #text = '';
  #hasEvents = false;
  #error: JsonRecord | null = null;
  #tokens: TokenCounts | null = null;
  #cost: number | null = null;

  constructor(onText: (text: string) => void, onUsage: (tokens: TokenCounts, costUsd?: number) => void) {
    this.#onText = onText;
    this.#onUsage = onUsage;
  }

  /** Takes the next piece of standard output. */
  push(piece: string): void {
    this.#plain += piece;
    const lines = (this.#rest + piece).split(/\r?\n/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#readLine(line);
  }

  /**
   * The answer, when the program is over. Text that holds no event at all is the answer itself.
   *
   * @throws what an error event says (it decides, whatever the exit code), else FatalError for a failed program
   */
  finish(
    exit: { readonly exitCode: number | null; readonly stderr: string },
    model: string,
    output: OutputSpec | null,
  ): AdapterReply {
    this.#readLine(this.#rest);
    this.#rest = '';
    if (this.#error !== null) throw errorOf(this.#error);
    if (exit.exitCode !== 0) throw errorFromText('opencode', exit.stderr, {}, 'subprocess');
    const text = this.#hasEvents ? this.#text : this.#plain.trim();
    if (text === '') throw new FatalError('opencode', 'malformed_response', 'the program gave no answer');
    const value = output === null ? undefined : extractJsonObject(text);
    return {
      model,
      requestId: null,
      blocks: [{ type: 'text', text }],
      answer: value === undefined ? null : { value },
      stop: 'end',
      tokens: this.#tokens,
      modelCalls: 1,
      ...(this.#cost === null ? {} : { costUsd: this.#cost }),
    };
  }

  #readLine(line: string): void {
    const event = line.startsWith('{') ? asRecord(parseJson(line)) : null;
    const type = textField(event, 'type');
    if (type === null || !EVENTS.has(type)) return;
    this.#hasEvents = true;
    const part = asRecord(event?.['part']);
    if (type === 'error') this.#error ??= asRecord(event?.['error']) ?? {};
    if (type === 'text') {
      const text = textField(part, 'text') ?? '';
      this.#text += text;
      this.#onText(text);
    }
    if (type === 'step_finish') this.#addUsage(part);
  }

  #addUsage(part: JsonRecord | null): void {
    const tokens = asRecord(part?.['tokens']);
    const cost = numberField(part, 'cost');
    if (cost !== null && cost > 0) this.#cost = (this.#cost ?? 0) + cost;
    if (tokens === null) return;
    const cache = asRecord(tokens['cache']);
    const cacheReadTokens = countField(cache, 'read') ?? 0;
    const cacheWriteTokens = countField(cache, 'write') ?? 0;
    const before = this.#tokens;
    this.#tokens = {
      inputTokens: (before?.inputTokens ?? 0) + (countField(tokens, 'input') ?? 0) + cacheReadTokens + cacheWriteTokens,
      outputTokens:
        (before?.outputTokens ?? 0) + (countField(tokens, 'output') ?? 0) + (countField(tokens, 'reasoning') ?? 0),
      cacheReadTokens: (before?.cacheReadTokens ?? 0) + cacheReadTokens,
      cacheWriteTokens: (before?.cacheWriteTokens ?? 0) + cacheWriteTokens,
    };
    this.#onUsage(this.#tokens, ...(this.#cost === null ? [] : [this.#cost]));
  }
}

function errorOf(error: JsonRecord) {
  const name = textField(error, 'name') ?? '';
  const message = textField(asRecord(error['data']), 'message') ?? textField(error, 'message') ?? '';
  return errorFromText('opencode', `${name} ${message}`, { rawMessage: message }, 'subprocess');
}
