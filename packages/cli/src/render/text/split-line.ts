import { cutMiddle } from './cut-middle.js';
import { displayWidth, padLeft, padRight } from './display-width.js';
import type { Paint } from './palette.js';
import type { TextContext } from './text-context.js';

/**
 * One line with a left part and a right part at the right edge; two lines where they don't fit beside each other. A part
 * longer than the whole width is cut in the middle.
 */
export function splitLine(
  left: string,
  right: string,
  context: TextContext,
  paintLeft: Paint = (text) => text,
): string[] {
  const { width } = context;
  const leftText = cutMiddle(context.encode(left), width, context.ellipsis);
  const rightText = cutMiddle(context.encode(right), width, context.ellipsis);
  if (rightText === '') return [paintLeft(leftText)];
  const gap = width - displayWidth(leftText) - displayWidth(rightText);
  if (gap < 2) return [paintLeft(leftText), padLeft(rightText, width)];
  return [padRight(paintLeft(leftText), width - displayWidth(rightText)) + rightText];
}
