import { createFactSection } from '../facts/fact-section.js';
import type { FactSection } from '../facts/fact-section.js';
import type { SectionInput } from '../facts/fact-sections.js';
import { collectTraceTimeline } from './collect-trace-timeline.js';
import type { TraceTimelinePart } from './collect-trace-timeline.js';
import { mergeTraceTimeline } from './merge-trace-timeline.js';
import type { TraceTimeline } from './trace-timeline.js';

/** The timeline as a section of its own: made only where a drawing was asked for, and no part of the report. */
export function createTimelineSection(): FactSection<SectionInput, TraceTimeline | null> {
  return createFactSection<SectionInput, TraceTimelinePart | null, TraceTimeline | null>({
    title: 'timeline',
    key: 'timeline',
    collect: ({ stage, classes, gapCauses }) => collectTraceTimeline(stage, classes(), gapCauses ?? new Map()),
    merge: mergeTraceTimeline,
    empty: null,
  });
}
