import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a path answers. */
export interface Resource {
  readonly type: string;
  readonly body: string;
}

export interface Server {
  readonly port: number;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
/** Names under which a browser of this machine reaches it; with another one it was led here by a foreign name. */
const OWN_NAMES: ReadonlySet<string> = new Set([HOST, 'localhost']);

/**
 * Serves fixed resources to this machine only: it listens on the loopback address, answers GET and HEAD, and refuses
 * requests that name another host, so that no page of the network can read from it.
 *
 * Rejects with the operating system's error where the port cannot be used.
 */
export function startServer(resources: ReadonlyMap<string, Resource>, port: number): Promise<Server> {
  const server = http.createServer((request, response) => {
    const { status, resource } = answer(resources, request);
    response.writeHead(status, {
      'content-type': resource.type,
      'content-length': Buffer.byteLength(resource.body),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    });
    response.end(request.method === 'HEAD' ? undefined : resource.body);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.removeListener('error', reject);
      resolve({ port: portOf(server.address()), close: () => close(server) });
    });
  });
}

function answer(
  resources: ReadonlyMap<string, Resource>,
  { method, url = '/', headers }: http.IncomingMessage,
): { status: number; resource: Resource } {
  const host = /^(.*?)(?::\d+)?$/.exec(headers.host ?? '')?.[1] ?? '';
  if (!OWN_NAMES.has(host.toLowerCase())) return { status: 403, resource: plain('Forbidden') };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, resource: plain('Method Not Allowed') };
  const resource = resources.get(url.split('?')[0] ?? '/');
  return resource === undefined ? { status: 404, resource: plain('Not Found') } : { status: 200, resource };
}

function plain(text: string): Resource {
  return { type: 'text/plain; charset=utf-8', body: `${text}\n` };
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
