import { UsageError } from '../command/parse-command.js';
import { CLIENTS } from './clients.js';
import type { McpClient } from './clients.js';
import { withEntry } from './registration.js';

/** A client by its name. @throws UsageError with the known ones */
export function clientOf(name: string): McpClient {
  const client = CLIENTS.find((entry) => entry.name === name);
  if (client === undefined)
    throw new UsageError(
      `unknown client ${JSON.stringify(name)}; known: ${CLIENTS.map((entry) => entry.name).join(', ')}`,
    );
  return client;
}

/** Prints what the configuration of a client has to hold. Exit code. @throws UsageError */
export function printConfig(name: string, command: string | null): number {
  const text = withEntry(clientOf(name), '', { command: command ?? 'perfxpert-mcp', args: [] });
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  return 0;
}
