import { Server } from '@modelcontextprotocol/server';
import { registerPrompts } from '../prompts/register-prompts.js';
import { registerResources } from '../resources/register-resources.js';
import { handleCall } from './handle-call.js';
import { instructions } from './instructions.js';
import type { Product } from './product.js';
import { createRootProvider } from './root-provider.js';

/** A server for one connection. What is costly is shared by all of them. */
export function createServer(product: Product): Server {
  const { settings, built, tools } = product;
  const server = new Server(
    { name: 'perfxpert', title: 'PerfXpert', version: built.version },
    {
      capabilities: {
        tools: {},
        resources: { listChanged: true },
        prompts: {},
        completions: {},
        logging: {},
      },
      instructions: instructions(settings.hasPrefix),
    },
  );
  const rootProvider = createRootProvider(settings.roots, () => {
    // Later revisions have no requests from server to client: there the client's roots are unknown.
    if (server.getClientCapabilities()?.roots === undefined) return null;
    return async (options) => (await server.listRoots(undefined, options)).roots;
  });
  server.setNotificationHandler('notifications/roots/list_changed', () => rootProvider.changed());
  const listed = tools.map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: 'object' as const },
    outputSchema: { ...outputSchema, type: 'object' as const },
    annotations: { ...annotations },
  }));
  server.setRequestHandler('tools/list', () => ({ tools: listed }));
  server.setRequestHandler('tools/call', (request, context) =>
    handleCall(product, rootProvider, request.params, context),
  );
  registerResources(server, product, rootProvider);
  registerPrompts(server, product, rootProvider);
  return server;
}
