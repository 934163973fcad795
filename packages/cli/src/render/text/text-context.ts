import { createKernelLabels } from '../kernel-labels.js';
import type { Palette } from './palette.js';
import { createPalette } from './palette.js';
import type { Layout } from './layout.js';
import { toAscii } from './to-ascii.js';

/** Where a text report goes. */
export interface TextOptions {
  /** Columns, 80 to 100. */
  readonly width: number;
  /** False for a terminal without UTF-8. */
  readonly isUnicode: boolean;
  readonly isColored: boolean;
}

/** What every part of a text report is drawn with. */
export interface TextContext {
  readonly width: number;
  readonly paint: Palette;
  /** What stands in the place of characters that were cut. */
  readonly ellipsis: string;
  /** Text in the characters of the terminal. Layout calls it before it measures; sections needn't. */
  encode(text: string): string;
  /** Short name of a kernel for tables and prose. */
  kernelLabel(name: string): string;
  /** Draws tables and paragraphs where the text is not laid out in columns, as in Markdown. */
  readonly layout?: Layout;
}

/** @param kernelNames every kernel name that the report shows: a short name tells them apart where it can. */
export function createTextContext(options: TextOptions, kernelNames: readonly string[]): TextContext {
  const encode = options.isUnicode ? (text: string) => text : toAscii;
  const labels = createKernelLabels(kernelNames);
  return {
    width: options.width,
    paint: createPalette(options.isColored),
    ellipsis: encode('…'),
    encode,
    kernelLabel: (name) => labels.get(name) ?? name,
  };
}
