import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import type { ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll } from '@jest/globals';
import { builtBin } from './built-bin.js';

/** What a call answered: the structure, and whether the text says the same. */
export interface Answer {
  readonly isError: boolean;
  readonly payload: Record<string, unknown>;
  readonly text: string;
}

export interface Connection {
  readonly client: Client;
  readonly folder: string;
  call(name: string, input?: Record<string, unknown>): Promise<Answer>;
}

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A new folder, removed after the tests of the file. */
export function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync('/tmp'), 'perfxpert-mcp-'));
  closers.push(async () => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The client of the SDK, connected to the built program in a process of its own. */
export async function connect(
  argv: readonly string[] = [],
  { cwd = newFolder(), options = {} }: { cwd?: string; options?: ClientOptions } = {},
): Promise<Connection> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [builtBin(), ...argv],
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stderr: 'pipe',
  });
  await client.connect(transport);
  closers.unshift(() => client.close());
  return {
    client,
    folder: cwd,
    async call(name, input = {}) {
      const result = await client.callTool({ name, arguments: input });
      const [first] = result.content;
      return {
        isError: result.isError === true,
        payload: result.structuredContent as Record<string, unknown>,
        text: first?.type === 'text' ? first.text : '',
      };
    },
  };
}
