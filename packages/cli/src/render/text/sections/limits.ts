import type { Report } from '@perfxpert/agents';
import type { Palette } from '../palette.js';
import { displayWidth } from '../display-width.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

type Diagnostic = Report['diagnostics'][number];

const MARKS: Readonly<Record<Diagnostic['severity'], { mark: string; paint: keyof Palette }>> = {
  error: { mark: '✗', paint: 'fail' },
  warning: { mark: '▲', paint: 'warning' },
  info: { mark: '●', paint: 'note' },
};

/** What a reader must know before trusting the figures, and how to get the missing ones. */
export function renderLimits({ diagnostics, errors }: Report, context: TextContext): Section | null {
  if (diagnostics.length === 0 && errors.length === 0) return null;
  return {
    title: 'WHAT THIS TRACE CANNOT TELL',
    lines: [
      ...errors.flatMap((error) =>
        paragraph(error, context, { label: MARKS.error.mark, labelPaint: context.paint.fail }),
      ),
      ...diagnostics.flatMap((diagnostic) => renderDiagnostic(diagnostic, context)),
    ],
  };
}

function renderDiagnostic({ severity, code, message, how_to_fix: advice }: Diagnostic, context: TextContext): string[] {
  const { mark, paint } = MARKS[severity];
  const label = context.encode(mark);
  return [
    ...paragraph(`${message} [${code}]`, context, { label, labelPaint: context.paint[paint] }),
    ...(advice === null ? [] : paragraph(advice, context, { indent: 2 + displayWidth(label) + 1 })),
  ];
}
