import type { WireTool } from '@perfxpert/mcp';

/** The reference of tools as Markdown. */
export function renderMcpTools(list: readonly WireTool[]): string;

/** The text between two markers replaced. */
export function replacePart(text: string, name: string, part: string): string;
