import type { Report } from '@perfxpert/agents';
import type { ChosenSections } from '../section-keys.js';
import { isChosen } from '../text/section-keys.js';
import type { Section } from '../text/section.js';
import { SECTIONS } from '../text/sections.js';
import { renderBaseline } from '../text/sections/baseline.js';
import { renderFirstThings } from '../text/sections/first-things.js';
import { renderFooter } from '../text/sections/footer.js';
import { renderHeader } from '../text/sections/header.js';
import { renderIdleCauses } from '../text/sections/idle-causes.js';
import { renderSteps } from '../text/sections/steps.js';
import { renderTime } from '../text/sections/time.js';
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
  'UNPROVEN IDEAS OF A MODEL': 'Unproven Ideas of a Model',
};

/** Sections of the text report that Markdown draws itself. */
const OWN: readonly unknown[] = [renderHeader, renderVerdict, renderFirstThings, renderFooter];

/** Sections above the recommendations. */
const BEFORE_ACTIONS: readonly unknown[] = [renderTime, renderIdleCauses, renderSteps, renderBaseline];

/** The sections of a Markdown report that are chosen, top to bottom, with headings. */
export function markdownSections(report: Report, context: TextContext, chosen: ChosenSections): Section[] {
  const body = SECTIONS.filter((render) => !OWN.includes(render) && isChosen(render, chosen)).flatMap((render) => {
    const section = render(report, context);
    return section === null ? [] : [{ render, section: titled(section) }];
  });
  // What to do stands after where the time went and before the kernels.
  const at = body.findIndex(({ render }) => !BEFORE_ACTIONS.includes(render));
  const before = at < 0 ? body.length : at;
  return [
    ...(isChosen(renderVerdict, chosen) ? [renderSummary(report, context)] : []),
    renderFacts(report),
    ...body.slice(0, before).map(({ section }) => section),
    ...(isChosen(renderFirstThings, chosen) ? [renderActions(report, context)] : []),
    ...body.slice(before).map(({ section }) => section),
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
