import type { Launch, McpClient } from './clients.js';
import { ENTRY_NAME } from './clients.js';
import { editJson, readJson } from './edit-json.js';
import { editToml, readToml, tomlTable } from './edit-toml.js';

/** Some editors of Windows begin a file with it. */
const BYTE_ORDER_MARK = '\ufeff';

/** The text of a configuration with our entry in it. Foreign entries stay as they are. @throws ConfigError */
export function withEntry(client: McpClient, text: string, launch: Launch): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return BYTE_ORDER_MARK + withEntry(client, text.slice(1), launch);
  const entry = client.entry(launch);
  return client.format === 'json'
    ? editJson(text, [client.container, ENTRY_NAME], entry)
    : editToml(text, client.container, ENTRY_NAME, tomlTable(client.container, ENTRY_NAME, entry));
}

/** The text without our entry. @throws ConfigError */
export function withoutEntry(client: McpClient, text: string): string {
  if (text.startsWith(BYTE_ORDER_MARK)) return BYTE_ORDER_MARK + withoutEntry(client, text.slice(1));
  if (!hasEntry(client, text)) return text;
  return client.format === 'json'
    ? editJson(text, [client.container, ENTRY_NAME], undefined)
    : editToml(text, client.container, ENTRY_NAME, null);
}

/** Whether our entry is there. @throws ConfigError */
export function hasEntry(client: McpClient, text: string): boolean {
  if (text.startsWith(BYTE_ORDER_MARK)) return hasEntry(client, text.slice(1));
  return client.format === 'json'
    ? readJson(text, [client.container, ENTRY_NAME]) !== undefined
    : readToml(text, client.container, ENTRY_NAME) !== null;
}
