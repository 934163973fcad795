import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import http from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpOptions } from '../command/parse-command.js';
import { UsageError } from '../command/parse-command.js';
import { createServer } from './create-server.js';
import { withGuard } from './http-guard.js';
import type { Product } from './product.js';

const HOST = '127.0.0.1';
const PATH = '/mcp';
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];
const LEAST_TOKEN = 16;

/**
 * Serves Streamable HTTP on the loopback interface until a signal comes. Host and Origin must be local names, which
 * keeps web pages out, and requests carry `Authorization: Bearer <token>`, which keeps other users of the machine out.
 *
 * @throws UsageError for a token file that cannot be used, or a port that is taken
 */
export async function serveHttp(product: Product, { port, tokenFile, hasToken }: HttpOptions): Promise<void> {
  const token = hasToken ? tokenOf(tokenFile) : null;
  const isLocalHost = hostHeaderValidation(LOCAL_NAMES);
  const isLocalOrigin = originValidation(LOCAL_NAMES);
  const handler = createMcpHandler(() => createServer(product), {
    onerror: (error) => product.log.debug(error.message),
  });
  const handle = toNodeHandler({ fetch: withGuard(handler.fetch) });
  const server = http.createServer((request, response) => {
    if (!isLocalHost(request, response) || !isLocalOrigin(request, response)) return;
    if (pathOf(request) !== PATH) {
      response.writeHead(404).end();
      return;
    }
    if (token !== null && !isAllowed(request, token)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
      return;
    }
    // A request of node:http always has a method.
    handle(request as Parameters<typeof handle>[0], response).catch((error: unknown) => {
      product.log.error(error instanceof Error ? error.message : String(error));
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  const bound = await listen(server, port);
  const isOver = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  const isGenerated = token !== null && tokenFile === null;
  process.stderr.write(
    `perfxpert-mcp: http://${HOST}:${bound}${PATH}${isGenerated ? `\nperfxpert-mcp: Authorization: Bearer ${token}` : ''}\n`,
  );
  await isOver;
  server.closeAllConnections();
  server.close();
  await Promise.race([product.pool.close(), new Promise((resolve) => setTimeout(resolve, 200))]);
}

function tokenOf(file: string | null): string {
  if (file === null) return randomBytes(24).toString('base64url');
  let token: string;
  try {
    token = fs.readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError('--token-file: the file cannot be read', { cause: error });
  }
  if (token.length < LEAST_TOKEN) throw new UsageError(`--token-file: the token must have ${LEAST_TOKEN} characters`);
  return token;
}

/** The path of a request without its query: not every text that HTTP lets through is a URL. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.replace(/\?.*$/s, '');
}

function isAllowed(request: IncomingMessage, token: string): boolean {
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function listen(server: http.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new UsageError(`--http: port ${port} cannot be used`, { cause: error })));
    server.listen(port, HOST, () => {
      // A TCP server has an address with a port.
      resolve((server.address() as AddressInfo).port);
    });
  });
}
