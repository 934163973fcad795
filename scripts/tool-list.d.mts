import type * as tools from '@perfxpert/tools';

/** The list of tools as Markdown. */
export function renderToolList(library: Pick<typeof tools, 'TOOLS' | 'wireName' | 'inputJsonSchema'>): string;
