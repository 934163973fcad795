import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { builtBin } from './built-bin.js';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A client that sends what it is given, valid or not, and counts the answers to each id. */
export interface RawClient {
  readonly child: ChildProcess;
  readonly answers: ReadonlyMap<unknown, readonly Message[]>;
  readonly noise: readonly string[];
  /** Sends a request with an id of its own; the first answer. */
  request(method: string, params: unknown): Promise<Message>;
  close(): Promise<number | null>;
}

export async function startRaw(argv: readonly string[], cwd: string): Promise<RawClient> {
  const child = spawn(process.execPath, [builtBin(), ...argv], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  const answers = new Map<unknown, Message[]>();
  const waiting = new Map<unknown, (message: Message) => void>();
  const noise: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      let message: Message;
      try {
        message = JSON.parse(line) as Message;
      } catch {
        noise.push(line);
        continue;
      }
      if (message.method !== undefined) continue;
      answers.set(message.id, [...(answers.get(message.id) ?? []), message]);
      waiting.get(message.id)?.(message);
    }
  });
  let next = 1;
  const client: RawClient = {
    child,
    answers,
    noise,
    request(method, params) {
      const id = next++;
      return new Promise((resolve, reject) => {
        waiting.set(id, resolve);
        void ended.then(() => reject(new Error('the server ended')));
        child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      });
    },
    close() {
      child.stdin.end();
      return ended;
    },
  };
  await client.request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
  return client;
}
