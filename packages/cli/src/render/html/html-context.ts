import type { Report, TraceTimeline } from '@perfxpert/agents';
import { escapeStrings } from '../escape-strings.js';
import { createKernelLabels } from '../kernel-labels.js';
import { kernelNamesOf } from '../kernel-names-of.js';
import type { SectionOptions } from '../section-keys.js';
import { cutText } from './parts/cut-text.js';
import { isChosenAnchor } from './section-keys.js';
import { orderTracks } from './timeline/order-tracks.js';

/** What an HTML report is drawn with beside the report. */
export interface HtmlOptions {
  /** Lanes over time, from the same pass over the trace; without them the section says how to get it. */
  readonly timeline?: TraceTimeline | null;
}

/** What every section is drawn with. Texts of `report` show every character; `markup` makes them harmless. */
export interface HtmlContext {
  readonly report: Report;
  /** Null also where the section of the timeline is not drawn. */
  readonly timeline: TraceTimeline | null;
  /** Whether the section of an anchor may be linked to: it is among those that are drawn. */
  isDrawn(section: string): boolean;
  /** Short name of a kernel for tables and prose. */
  kernelLabel(name: string): string;
  /** `k3`: the row of a kernel in the table of kernels; null for one that is not listed, or where the table is not drawn. */
  kernelAnchor(name: string): string | null;
  /** `f-...`: the recommendation about a kernel; null where there is none, or none is drawn. */
  findingAnchor(kernel: string): string | null;
}

/** Longer labels are cut; the whole name stands in the row of the kernel. */
const LONGEST_LABEL = 160;

/** Prepares a report for drawing. */
export function createHtmlContext(report: Report, options: HtmlOptions & SectionOptions): HtmlContext {
  const { timeline = null, sections } = options;
  const isDrawn = (section: string): boolean => isChosenAnchor(section, sections);
  const safe = escapeStrings(report);
  const labels = createKernelLabels(kernelNamesOf(safe));
  const ranks = new Map(safe.hotspots.map(({ name, rank }) => [name, rank]));
  const findings = new Map<string, string>();
  for (const { id, target } of safe.recommendations)
    if (target !== null && !findings.has(target)) findings.set(target, findingAnchorOf(id));
  return {
    report: safe,
    timeline: timeline === null || !isDrawn('timeline') ? null : orderTracks(timeline),
    isDrawn,
    kernelLabel: (name) => cutText(labels.get(name) ?? name, LONGEST_LABEL),
    kernelAnchor: (name) => (ranks.has(name) && isDrawn('kernels') ? `k${String(ranks.get(name))}` : null),
    findingAnchor: (kernel) => (isDrawn('first') ? (findings.get(kernel) ?? null) : null),
  };
}

/** Anchor of a recommendation. Its id is unique, and so is this: links from anywhere use this one function. */
export function findingAnchorOf(id: string): string {
  return `f-${id.replace(/[^A-Za-z0-9_-]/g, (character) => `.${(character.codePointAt(0) ?? 0).toString(16)}`)}`;
}
