import type { Report } from '@perfxpert/agents';
import type { TextContext } from './text-context.js';

/** One block of a text report. */
export interface Section {
  /** Heading in capitals; null for blocks without one. */
  readonly title: string | null;
  /** What the heading says at the right edge: the base of the figures below. */
  readonly aside?: string;
  readonly lines: readonly string[];
}

/** Draws one section, or null where the report has nothing to say there. The report's texts are escaped already. */
export type SectionRenderer = (report: Report, context: TextContext) => Section | null;
