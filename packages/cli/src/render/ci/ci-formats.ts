import type { RegressionGate, TraceDiff } from '@perfxpert/agents/toolkit';
import type { TextOptions } from '../text/text-context.js';

/** A comparison and the checks on it. */
export interface CiReport {
  readonly diff: TraceDiff;
  readonly gate: RegressionGate;
}

/** One way to show the outcome of `perfxpert ci`. */
export interface CiFormat {
  loadRenderer(): Promise<(report: CiReport, options: TextOptions) => string>;
}

/** The formats of `perfxpert ci`, in the order the help lists them. */
export const CI_FORMATS = {
  text: { loadRenderer: async () => (await import('./render-ci-text.js')).renderCiText },
  json: { loadRenderer: async () => (await import('./render-ci-json.js')).renderCiJson },
  markdown: { loadRenderer: async () => (await import('./render-ci-markdown.js')).renderCiMarkdown },
  junit: { loadRenderer: async () => (await import('./render-junit.js')).renderJunit },
  sarif: { loadRenderer: async () => (await import('./render-sarif.js')).renderSarif },
  github: { loadRenderer: async () => (await import('./render-annotations.js')).renderAnnotations },
} as const satisfies Readonly<Record<string, CiFormat>>;

export type CiFormatName = keyof typeof CI_FORMATS;

/** The format of a name; undefined where there is none. */
export function ciFormatOf(name: string): CiFormatName | undefined {
  return name === 'md' ? 'markdown' : isCiFormat(name) ? name : undefined;
}

function isCiFormat(name: string): name is CiFormatName {
  return Object.hasOwn(CI_FORMATS, name);
}
