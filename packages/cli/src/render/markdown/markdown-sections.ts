import type { Report } from '@perfxpert/agents';
import type { Section } from '../text/section.js';
import { SECTIONS } from '../text/sections.js';
import { renderFirstThings } from '../text/sections/first-things.js';
import { renderFooter } from '../text/sections/footer.js';
import { renderHeader } from '../text/sections/header.js';
import { renderVerdict } from '../text/sections/verdict.js';
import type { TextContext } from '../text/text-context.js';
import { renderActions } from './render-actions.js';
import { renderFacts, renderMade, renderSummary } from './render-frame.js';

/** Headings of sections that have another name in the text report. */
const HEADINGS: Readonly<Record<string, string>> = {
  'WHERE THE TIME WENT': 'Time Breakdown',
  KERNELS: 'Top Kernel Hotspots',
  COPIES: 'Memory Copy Analysis',
  'WHY THE GPU WAS IDLE': 'Why the GPU Was Idle',
  'HOST API CALLS': 'Host API Calls',
  'WHAT THIS TRACE CANNOT TELL': 'What This Trace Cannot Tell',
  'TEMPERATURE AND POWER': 'Temperature and Power',
  'WARM-UP': 'Warm-Up',
  'CHANGED VS BASELINE': 'Changed vs baseline',
};

/** Sections of the text report that Markdown draws itself. */
const OWN: readonly unknown[] = [renderHeader, renderVerdict, renderFirstThings, renderFooter];

/** The sections of a Markdown report, top to bottom, with headings. */
export function markdownSections(report: Report, context: TextContext): Section[] {
  const first = [renderSummary(report, context), renderFacts(report)];
  const body = SECTIONS.filter((render) => !OWN.includes(render)).flatMap((render) => render(report, context) ?? []);
  const at = body.findIndex(({ title }) => title === 'KERNELS');
  const before = at < 0 ? body.length : at;
  return [
    ...first,
    ...body.slice(0, before).map(titled),
    renderActions(report, context),
    ...body.slice(before).map(titled),
    renderMade(report, context),
  ];
}

function titled(section: Section): Section {
  return { ...section, title: headingOf(section.title ?? '') };
}

/** `IDLE CAUSES` is `Idle Causes`. */
function headingOf(title: string): string {
  const own = Object.hasOwn(HEADINGS, title) ? HEADINGS[title] : undefined;
  return own ?? title.toLowerCase().replace(/(^| )\p{L}/gu, (start) => start.toUpperCase());
}
