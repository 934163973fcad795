import type { TableColumn } from './table.js';

/** Columns of a table by their headers: the first names the row, those in `texts` are words, the others numbers. */
export function headers(names: readonly string[], texts: readonly number[] = []): TableColumn[] {
  return names.map((header, index) => ({
    header,
    kind: index === 0 ? 'name' : texts.includes(index) ? 'text' : 'number',
  }));
}
