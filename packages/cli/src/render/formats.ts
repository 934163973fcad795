import type { Report } from '@perfxpert/agents';
import type { HtmlOptions } from './html/html-context.js';
import { pickSections } from './section-keys.js';
import type { SectionOptions } from './section-keys.js';
import type { TextOptions } from './text/text-context.js';

/** What renderers are told beside the report; each takes what it needs. */
export interface RenderOptions extends TextOptions, HtmlOptions, SectionOptions {}

/** One way to show a report. */
export interface Format {
  readonly extension: string;
  /** Draws the trace over time too, which takes more than the report. */
  readonly hasTimeline?: boolean;
  /** Loads what draws it; only formats that were asked for are loaded. */
  loadRenderer(): Promise<(report: Report, options: RenderOptions) => string>;
}

/** The formats of `--format`, in the order the help lists them. */
export const FORMATS = {
  text: { extension: '.txt', loadRenderer: async () => (await import('./text/render-text.js')).renderText },
  json: {
    extension: '.json',
    loadRenderer: async () => {
      const { renderJson } = await import('./render-json.js');
      return (report, { sections }) => renderJson(pickSections(report, sections));
    },
  },
  markdown: {
    extension: '.md',
    loadRenderer: async () => (await import('./markdown/render-markdown.js')).renderMarkdown,
  },
  webview: {
    extension: '.html',
    hasTimeline: true,
    loadRenderer: async () => (await import('./html/render-html.js')).renderHtml,
  },
  csv: {
    extension: '.csv',
    loadRenderer: async () => {
      const { renderCsv } = await import('./csv/render-csv.js');
      return (report, { sections }) => renderCsv(pickSections(report, sections));
    },
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

/** Other names of formats. */
const ALIASES: Readonly<Record<string, FormatName>> = { html: 'webview', md: 'markdown' };

/** The format of a name or of another name for it; undefined where there is none. */
export function formatOf(name: string): FormatName | undefined {
  return isFormatName(name) ? name : Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
}

/** True where one of the formats draws the trace over time. */
export function needsTimeline(names: readonly FormatName[]): boolean {
  return names.some((name) => {
    const format: Format = FORMATS[name];
    return format.hasTimeline === true;
  });
}

function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}
