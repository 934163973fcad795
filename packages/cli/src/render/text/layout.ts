import type { ParagraphOptions } from './paragraph.js';
import type { Column } from './table.js';

/** How tables and paragraphs become lines. Sections are the same for every layout. */
export interface Layout {
  /** Texts of the cells as they are shown; every row as long as `columns`. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): string[];
  paragraph(text: string, options: ParagraphOptions): string[];
  command(command: string, options: ParagraphOptions): string[];
}
