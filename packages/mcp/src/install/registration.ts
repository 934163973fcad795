import type { Launch, McpClient } from './clients.js';
import { ENTRY_NAME } from './clients.js';
import { editJson, readJson } from './edit-json.js';
import { editToml, readToml, tomlTable } from './edit-toml.js';

/** The text of a configuration with our entry in it. Foreign entries stay as they are. @throws ConfigError */
export function withEntry(client: McpClient, text: string, launch: Launch): string {
  const entry = client.entry(launch);
  return client.format === 'json'
    ? editJson(text, [client.container, ENTRY_NAME], entry)
    : editToml(text, client.container, ENTRY_NAME, tomlTable(client.container, ENTRY_NAME, entry));
}

/** The text without our entry. @throws ConfigError */
export function withoutEntry(client: McpClient, text: string): string {
  if (!hasEntry(client, text)) return text;
  return client.format === 'json'
    ? editJson(text, [client.container, ENTRY_NAME], undefined)
    : editToml(text, client.container, ENTRY_NAME, null);
}

/** Whether our entry is there. @throws ConfigError */
export function hasEntry(client: McpClient, text: string): boolean {
  return client.format === 'json'
    ? readJson(text, [client.container, ENTRY_NAME]) !== undefined
    : readToml(text, client.container, ENTRY_NAME) !== null;
}
