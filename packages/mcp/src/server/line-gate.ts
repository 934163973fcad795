import { Transform } from 'node:stream';
import { MAX_DEPTH, isTooDeep } from './is-too-deep.js';

/** Longest message; longer ones are refused, not collected. */
const MAX_LINE_BYTES = 8 * 2 ** 20;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/**
 * Passes on the lines of a client that are single JSON-RPC 2.0 messages, and has everything else answered: a transport
 * that drops what it cannot parse leaves its client waiting. The messages of a batch are passed on one by one.
 *
 * @param onRequest gets the id of each request that is passed on.
 */
export function createLineGate(answer: (message: object) => void, onRequest: (id: unknown) => void): Transform {
  let parts: Buffer[] = [];
  let size = 0;
  const take = (chunk: Buffer): void => {
    size += chunk.length;
    if (size <= MAX_LINE_BYTES) parts.push(chunk);
  };
  const lineOf = (): string | null => {
    const line = size > MAX_LINE_BYTES ? null : Buffer.concat(parts).toString('utf8');
    parts = [];
    size = 0;
    return line;
  };
  const refuse = (code: number, message: string, id: unknown): void =>
    answer({ jsonrpc: '2.0', id: isId(id) ? id : null, error: { code, message } });
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, at));
        from = at + 1;
        for (const message of messagesOf(lineOf(), refuse, onRequest)) this.push(`${message}\n`);
      }
      take(chunk.subarray(from));
      done();
    },
    flush(done) {
      for (const message of messagesOf(lineOf(), refuse, onRequest)) this.push(`${message}\n`);
      done();
    },
  });
}

function messagesOf(
  line: string | null,
  refuse: (code: number, message: string, id: unknown) => void,
  onRequest: (id: unknown) => void,
): string[] {
  if (line === null) {
    refuse(INVALID_REQUEST, `The message is longer than ${MAX_LINE_BYTES} bytes.`, null);
    return [];
  }
  if (line.trim() === '') return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    refuse(PARSE_ERROR, 'The message is not JSON.', null);
    return [];
  }
  const messages: readonly unknown[] = Array.isArray(parsed) && parsed.length > 0 ? parsed : [parsed];
  return messages.flatMap((message) => {
    const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
    if (isTooDeep(message)) {
      refuse(INVALID_REQUEST, `The message is nested deeper than ${MAX_DEPTH} levels.`, id);
      return [];
    }
    if (isMessage(message)) {
      if (id !== null && 'method' in message) onRequest(id);
      return [JSON.stringify(message)];
    }
    refuse(INVALID_REQUEST, 'The message is not a JSON-RPC 2.0 request, notification or answer.', id);
    return [];
  });
}

/** Shapes of JSON-RPC 2.0, as far as a transport must know them. */
function isMessage(message: unknown): message is object {
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return false;
  if (!('jsonrpc' in message) || message.jsonrpc !== '2.0') return false;
  const hasId = 'id' in message;
  if (hasId && !isId(message.id)) return false;
  if ('method' in message) {
    const isNamed = typeof message.method === 'string';
    const hasParams = 'params' in message && message.params !== undefined;
    return (
      isNamed &&
      (!hasParams || (typeof message.params === 'object' && message.params !== null && !Array.isArray(message.params)))
    );
  }
  return hasId && ('result' in message || 'error' in message);
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));
}
