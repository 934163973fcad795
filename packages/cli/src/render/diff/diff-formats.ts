import type { TraceDiff } from '@perfxpert/agents';
import type { TextOptions } from '../text/text-context.js';

/** One way to show a comparison. */
export interface DiffFormat {
  readonly extension: string;
  loadRenderer(): Promise<(diff: TraceDiff, options: TextOptions) => string>;
}

/** The formats of `perfxpert diff`, in the order the help lists them. */
export const DIFF_FORMATS = {
  text: { extension: '.txt', loadRenderer: async () => (await import('./render-diff-text.js')).renderDiffText },
  json: { extension: '.json', loadRenderer: async () => (await import('../render-json.js')).renderJson },
  markdown: {
    extension: '.md',
    loadRenderer: async () => (await import('./render-diff-markdown.js')).renderDiffMarkdown,
  },
  webview: { extension: '.html', loadRenderer: async () => (await import('./render-diff-html.js')).renderDiffHtml },
} as const satisfies Readonly<Record<string, DiffFormat>>;

export type DiffFormatName = keyof typeof DIFF_FORMATS;

/** Other names of formats. */
const ALIASES: Readonly<Record<string, DiffFormatName>> = { html: 'webview', md: 'markdown' };

/** The format of a name or of another name for it; undefined where there is none. */
export function diffFormatOf(name: string): DiffFormatName | undefined {
  if (isDiffFormat(name)) return name;
  return Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
}

function isDiffFormat(name: string): name is DiffFormatName {
  return Object.hasOwn(DIFF_FORMATS, name);
}
