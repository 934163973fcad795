import { ProtocolError, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Server } from '@modelcontextprotocol/server';
import type { ReadRequest } from '../call/call-protocol.js';
import type { Product } from '../server/product.js';
import type { RootProvider } from '../server/root-provider.js';

const MIME = 'application/json';
const INTERNAL_ERROR = -32603;
const INVALID_PARAMS = -32602;
const ANNOTATIONS = { audience: ['assistant' as const, 'user' as const] };

type Wanted = Pick<ReadRequest, 'what' | 'argument'>;

/** Resources: reports of the traces analysed so far, catalogues, facts of GPUs. */
export function registerResources(server: Server, product: Product, rootProvider: RootProvider): void {
  const { built, reports, pool, settings, log } = product;
  const fixed = [
    {
      uri: 'perfxpert://catalog/tables',
      name: 'tables of query_trace',
      description: 'Tables and columns that a query may name.',
    },
    ...built.gpus.map((gfx) => ({
      uri: `perfxpert://gpu/${gfx}`,
      name: gfx,
      description: `Peaks, caches and occupancy limits of ${gfx}.`,
    })),
  ];
  server.setRequestHandler('resources/list', () => ({
    resources: [
      ...reports.list().map(({ id }) => ({
        uri: `perfxpert://report/${id}`,
        name: `report ${id}`,
        description: 'The whole analysis report of a trace that was analysed.',
        mimeType: MIME,
        annotations: ANNOTATIONS,
      })),
      ...fixed.map((resource) => ({ ...resource, mimeType: MIME })),
    ],
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: 'perfxpert://report/{id}',
        name: 'report',
        description: 'The whole analysis report of a trace that was analysed before.',
        mimeType: MIME,
      },
      {
        uriTemplate: 'perfxpert://catalog/counters/{gfx}',
        name: 'counters',
        description: 'Hardware counters of an architecture: block, unit and meaning.',
        mimeType: MIME,
      },
      {
        uriTemplate: 'perfxpert://gpu/{gfx}',
        name: 'gpu',
        description: 'Peaks, caches and occupancy limits of an architecture.',
        mimeType: MIME,
      },
    ],
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }, { mcpReq: { signal } }) => {
    const wanted = wantedBy(uri, product);
    if (wanted === null) throw new ResourceNotFoundError(uri.slice(0, 200));
    const isFile = wanted.what === 'report';
    const outcome = await pool.run(
      { kind: 'read', ...wanted, roots: isFile ? await rootProvider.roots() : [] },
      { lane: isFile ? 'file' : 'catalogue', timeoutMs: settings.timeoutMs, signal },
    );
    if (outcome.ok) return { contents: [{ uri, mimeType: MIME, text: outcome.text }] };
    const { code, message } = outcome.error;
    if (code === 'UNKNOWN_ID') throw new ResourceNotFoundError(uri.slice(0, 200));
    if (code === 'INTERNAL') log.error(`${uri.slice(0, 200)}: ${outcome.trouble ?? message}`);
    throw new ProtocolError(code === 'INTERNAL' ? INTERNAL_ERROR : INVALID_PARAMS, message, { code });
  });
}

function wantedBy(uri: string, { reports }: Product): Wanted | null {
  const [, kind = '', rest = ''] = /^perfxpert:\/\/([a-z]+)\/([a-zA-Z0-9_/-]{1,64})$/.exec(uri) ?? [];
  if (kind === 'gpu') return { what: 'gpu', argument: rest };
  if (kind === 'catalog' && rest === 'tables') return { what: 'tables', argument: '' };
  if (kind === 'catalog' && rest.startsWith('counters/'))
    return { what: 'counters', argument: rest.slice('counters/'.length) };
  const report = kind === 'report' ? reports.find(rest) : null;
  return report === null ? null : { what: 'report', argument: report.paths };
}
