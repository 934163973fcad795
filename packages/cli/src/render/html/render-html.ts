import type { Report } from '@perfxpert/agents';
import type { SectionOptions } from '../section-keys.js';
import { CLIENT_SCRIPT } from './generated/client-script.js';
import { createHtmlContext } from './html-context.js';
import type { HtmlContext, HtmlOptions } from './html-context.js';
import { jsonIsland } from './json-island.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { hero } from './page/hero.js';
import { inputNames } from './page/input-names.js';
import { navigation } from './page/navigation.js';
import { pageFooter } from './page/page-footer.js';
import { pageShell } from './page/page-shell.js';
import { topBar } from './page/top-bar.js';
import type { HtmlSection, HtmlSectionRenderer } from './section.js';
import { HTML_SECTIONS } from './sections.js';
import { timelineIsland } from './timeline/timeline-island.js';

/** A larger report is left out of the page, so that the page stays below 2 MB; the footer says so. */
const LARGEST_DATA = 900_000;

/**
 * The report as one HTML file: style, script and data inside, no request, everything readable without script. A pure
 * function of the report and the timeline: the same input gives the same bytes.
 */
export function renderHtml(report: Report, options: HtmlOptions & SectionOptions = {}): string {
  const context = createHtmlContext(report, options);
  const sections = drawnSections(context);
  const data = jsonIsland(report);
  const hasData = data.length <= LARGEST_DATA;
  return pageShell({
    title: `PerfXpert: ${inputNames(context.report)}`,
    header: topBar(context),
    navigation: navigation(sections),
    main: markup`${hero(context)}${sections.map(drawSection)}`,
    footer: pageFooter(context.report, hasData),
    islands: {
      ...(hasData ? { 'report-data': data } : {}),
      ...(context.timeline === null ? {} : { 'timeline-data': jsonIsland(timelineIsland(context.timeline)) }),
    },
    script: CLIENT_SCRIPT,
  });
}

/** The chosen sections that have something to show. The first one links to all others, so that it is drawn last. */
function drawnSections(context: HtmlContext): HtmlSection[] {
  const [first, ...others] = HTML_SECTIONS;
  const draw = (render: HtmlSectionRenderer, known: HtmlContext): HtmlSection[] => {
    const section = render(known);
    return section !== null && context.isDrawn(section.id) ? [section] : [];
  };
  const further = others.flatMap((render) => draw(render, context));
  const ids = new Set(further.map(({ id }) => id));
  const leading =
    first === undefined ? [] : draw(first, { ...context, isDrawn: (id) => ids.has(id) || id === 'first' });
  return [...leading, ...further];
}

function drawSection({ id, title, take, body }: HtmlSection): Markup {
  return markup`<section id="${id}" aria-labelledby="h-${id}"><h2 id="h-${id}">${title}</h2><p class="take">${take}</p>${body}</section> `;
}
