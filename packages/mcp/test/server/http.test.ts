import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { builtBin } from '../support/built-bin.js';
import { newFolder } from '../support/connect.js';
import { writeExamples } from '../support/valid-calls.js';

jest.setTimeout(120_000);

const folder = newFolder();
const { before } = writeExamples(folder);
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGTERM');
});

/** Starts the program with HTTP; its address, and the token that it printed. */
function start(...argv: string[]): Promise<{ url: string; token: string | null; child: ChildProcess }> {
  const child = spawn(process.execPath, [builtBin(), '--http', '0', ...argv], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  return new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const url = /http:\S+/.exec(text)?.[0];
      if (url !== undefined) resolve({ url, token: /Bearer (\S+)/.exec(text)?.[1] ?? null, child });
    });
    child.on('close', () => reject(new Error(text)));
  });
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const post = (url: string, headers: Record<string, string>) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(PING),
  });

describe('Streamable HTTP', () => {
  it('serves clients that have the token', async () => {
    const { url, token } = await start();
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBeGreaterThan(48);
    const { structuredContent } = await client.callTool({
      name: 'perfxpert_analyze_trace',
      arguments: { database_path: before },
    });
    expect(structuredContent).toHaveProperty('primary_bottleneck');
    await client.close();
  });

  it('turns away everybody else', async () => {
    const { url, token } = await start();
    const authorization = { Authorization: `Bearer ${token}` };
    expect((await post(url, {})).status).toBe(401);
    expect((await post(url, { Authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post(url, { ...authorization, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(url, { ...authorization, Origin: 'http://localhost:3000' })).status).toBe(200);
    expect((await post(url.replace('/mcp', '/other'), authorization)).status).toBe(404);
  });

  it('takes its token from a file, or none where that is wanted', async () => {
    const file = path.join(newFolder(), 'token');
    fs.writeFileSync(file, 'a-token-of-some-length\n');
    const named = await start('--token-file', file);
    expect(named.token).toBeNull();
    expect((await post(named.url, { Authorization: 'Bearer a-token-of-some-length' })).status).toBe(200);
    const open = await start('--no-token');
    expect((await post(open.url, {})).status).toBe(200);
  });

  it('ends at SIGTERM with 0', async () => {
    const { child } = await start();
    child.kill('SIGTERM');
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  });
});
