import type { HtmlContext } from './html-context.js';
import type { Markup, MarkupValue } from './markup.js';

/** One section of the page. */
export interface HtmlSection {
  /** Anchor, the same in every report. */
  readonly id: string;
  readonly title: string;
  /** Figure beside the entry in the navigation. */
  readonly count?: string;
  /** The result in one sentence, with a figure or a name. */
  readonly take: MarkupValue;
  readonly body: Markup;
}

/** Draws one section, or null where the report has nothing to say there. */
export type HtmlSectionRenderer = (context: HtmlContext) => HtmlSection | null;
