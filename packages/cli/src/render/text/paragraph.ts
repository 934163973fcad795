import { joinUnits } from '../join-units.js';
import { cutMiddle } from './cut-middle.js';
import { displayWidth } from './display-width.js';
import type { Paint } from './palette.js';
import type { TextContext } from './text-context.js';
import { wrapCommand } from './wrap-command.js';
import { wrapText } from './wrap-text.js';

/** Longer prose is cut in the middle: names of a trace can have any length. JSON holds all of it. */
const MOST_LINES = 12;
const WIDEST_LABEL = 32;

export interface ParagraphOptions {
  /** Columns before each line. Default 2. */
  readonly indent?: number;
  /** Label before the first line; further lines start under the text. */
  readonly label?: string;
  /** Columns of the label and the space after it. Default: as wide as the label. */
  readonly labelWidth?: number;
  /** Colour of the text. */
  readonly paint?: Paint;
  /** Colour of the label. */
  readonly labelPaint?: Paint;
}

/** Prose wrapped to the width of the report. Empty text gives no line. */
export function paragraph(text: string, context: TextContext, options: ParagraphOptions = {}): string[] {
  if (context.layout !== undefined) return text === '' ? [] : context.layout.paragraph(text, options);
  const layout = layoutOf(context, options);
  const shown = cutMiddle(context.encode(text), layout.room * MOST_LINES, context.ellipsis);
  return layout.place(wrapText(joinUnits(shown), layout.room));
}

/** A command line, wrapped so that it can be copied. */
export function commandParagraph(command: string, context: TextContext, options: ParagraphOptions = {}): string[] {
  if (context.layout !== undefined) return context.layout.command(command, options);
  const layout = layoutOf(context, { paint: context.paint.command, ...options });
  const shown = cutMiddle(context.encode(command), layout.room * MOST_LINES, context.ellipsis);
  return layout.place(wrapCommand(shown, layout.room));
}

function layoutOf(context: TextContext, options: ParagraphOptions) {
  const { indent = 2, paint = identity, labelPaint = identity } = options;
  const label = cutMiddle(context.encode(options.label ?? ''), WIDEST_LABEL, context.ellipsis);
  const labelWidth = options.labelWidth ?? (label === '' ? 0 : displayWidth(label) + 1);
  const head = `${' '.repeat(indent)}${labelPaint(label)}${' '.repeat(Math.max(labelWidth - displayWidth(label), 0))}`;
  const hang = ' '.repeat(indent + labelWidth);
  return {
    room: Math.max(context.width - indent - labelWidth, 20),
    place: (lines: readonly string[]) => lines.map((line, index) => (index === 0 ? head : hang) + paint(line)),
  };
}

function identity(text: string): string {
  return text;
}
