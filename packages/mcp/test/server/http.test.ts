import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
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
const post = (
  url: string,
  headers: Record<string, string>,
  body: string = JSON.stringify(PING),
  signal: AbortSignal | null = null,
) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    body,
    signal,
  });

/** What the server answers to a request whose first line is given as it goes over the wire. */
function rawRequest(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject).on('close', () => resolve(text));
    socket.write(`${line}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  });
}

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

  it('outlives targets that are no URL, and messages nested too deep', async () => {
    const { url, token, child } = await start();
    const { port } = new URL(url);
    for (const target of ['//', '*', 'http://[', '/%', '/mcp?%']) {
      const [status] = (await rawRequest(Number(port), `GET ${target} HTTP/1.1`)).split('\r\n');
      expect([target, status]).toEqual([target, expect.stringMatching(/ 40[14] /)]);
    }
    const headers = { Authorization: `Bearer ${token}` };
    for (const levels of [1000, 100_000]) {
      const params = `{"x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
      const response = await post(url, headers, `{"jsonrpc":"2.0","id":1,"method":"ping","params":${params}}`);
      expect([levels, response.status, await response.json()]).toEqual([
        levels,
        400,
        expect.objectContaining({ error: expect.objectContaining({ code: -32600 }) }),
      ]);
    }
    // Answered before all of it was sent: a client that still writes may find the connection closed.
    const large = post(url, headers, JSON.stringify({ ...PING, params: { x: 'y'.repeat(12_000_000) } }));
    expect([413, 'closed']).toContain(await large.then(({ status }) => status).catch(() => 'closed'));
    expect([(await post(url, headers)).status, child.exitCode]).toEqual([200, null]);
  });

  it.each(['cancelled', 'disconnected'])('ends a call that was %s', async (how) => {
    // They keep every thread for files busy: the call after them waits for their end.
    const { url, token } = await start('--timeout-ms', '600000');
    const headers = { Authorization: `Bearer ${token}` };
    const abort = new AbortController();
    const sql = 'SELECT count(*) FROM kernels a, kernels b, kernels c, kernels d WHERE a.id + b.id + c.id < d.id';
    const slow = { name: 'perfxpert_query_trace', arguments: { database_path: before, sql } };
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
    const calls = Array.from({ length: 5 }, (_, id) =>
      how === 'cancelled'
        ? client.callTool(slow, { signal: abort.signal })
        : post(url, headers, JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: slow }), abort.signal),
    );
    const ends = Promise.allSettled(calls);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    abort.abort();
    await ends;
    const next = client.callTool({
      name: 'perfxpert_query_trace',
      arguments: { database_path: before, sql: 'SELECT count(*) FROM kernels' },
    });
    expect(await next).toMatchObject({ structuredContent: { rows: [[200]] } });
    await client.close();
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
