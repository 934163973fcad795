import { ABSENT } from '../../format-number.js';
import { markup } from '../markup.js';
import type { Markup, MarkupValue } from '../markup.js';

/** `number` is right aligned; `text` may wrap; `name` is the header of its row. */
export interface TableColumn {
  readonly header: MarkupValue;
  readonly kind: 'number' | 'text' | 'name' | 'plain';
  /** Class of the cells, for drawings that need room. */
  readonly class?: string;
}

/** Null is shown as a dash, never as zero. */
export type TableCell = MarkupValue;

export interface TableOptions {
  /** What the table holds, for readers who can't see it. */
  readonly caption: string;
  /** Sorted by the reader too: each cell with its value. */
  readonly sortable?: boolean;
  /** Ids of rows, by index. */
  readonly rowIds?: readonly (string | null)[];
  /** The last row is a sum. */
  readonly hasTotal?: boolean;
}

/** A table that scrolls by itself where it is wider than the page. '' without rows. */
export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  options: TableOptions,
): Markup | null {
  if (rows.length === 0) return null;
  const head = columns.map(({ header, kind }) => {
    const content = options.sortable === true ? markup`<button type="button" data-sort>${header}</button>` : header;
    const alignment = kind === 'number' ? markup` class="right"` : null;
    return isEmpty(header) ? markup`<td${alignment}></td>` : markup`<th scope="col" ${alignment}>${content}</th>`;
  });
  const body = rows.map((row, index) => {
    const id = options.rowIds?.[index] ?? null;
    const isTotal = options.hasTotal === true && index === rows.length - 1;
    const cells = columns.map((column, place) => drawCell(column, row[place]));
    return markup`<tr${id === null ? null : markup` id="${id}"`}${isTotal ? markup` class="total"` : null}>${cells}</tr>`;
  });
  return markup`<div class="table-frame" tabindex="0" role="region" aria-label="${options.caption}"><table${options.sortable === true ? markup` data-sortable` : null}><caption class="hidden-text">${options.caption}</caption><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function drawCell({ kind, class: className }: TableColumn, cell: TableCell): Markup {
  const content = cell === null || cell === undefined || cell === '' ? ABSENT : cell;
  if (kind === 'name') return markup`<th scope="row">${content}</th>`;
  const classes = [kind === 'number' ? 'right' : kind === 'text' ? 'text' : '', className ?? ''].filter(Boolean);
  return classes.length === 0 ? markup`<td>${content}</td>` : markup`<td class="${classes.join(' ')}">${content}</td>`;
}

function isEmpty(header: MarkupValue): boolean {
  return header === '' || header === null;
}
