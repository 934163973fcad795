import type { Report } from '@perfxpert/agents';
import type { TextOptions } from './text/text-context.js';

/** One way to show a report. */
export interface Format {
  readonly extension: string;
  /** Loads what draws it; only formats that were asked for are loaded. */
  loadRenderer(): Promise<(report: Report, options: TextOptions) => string>;
}

/** The formats of `--format`, in the order the help lists them. */
export const FORMATS = {
  text: { extension: '.txt', loadRenderer: async () => (await import('./text/render-text.js')).renderText },
  json: { extension: '.json', loadRenderer: async () => (await import('./render-json.js')).renderJson },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(FORMATS, name);
}
