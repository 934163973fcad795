/** Buttons in table heads sort logical rows: a row and the drawer below it move together. */
export function startSorting(): void {
  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-sort]') : null;
    const header = button?.closest('th') ?? null;
    const table = header?.closest('table') ?? null;
    if (header !== null && table !== null) sortBy(table, header);
  });
}

function sortBy(table: HTMLTableElement, header: HTMLTableCellElement): void {
  const first = header.getAttribute('aria-sort');
  const isNumber = header.classList.contains('right');
  // Numbers begin with the largest, words with A.
  const isDescending = first === null ? isNumber : first === 'ascending';
  for (const other of table.querySelectorAll('th[aria-sort]')) other.removeAttribute('aria-sort');
  header.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
  const groups = [...table.tBodies];
  const isGrouped = groups.length > 1;
  const rows = isGrouped ? groups : [...(groups[0]?.rows ?? [])].filter((row) => !row.classList.contains('total'));
  const column = header.cellIndex;
  const keyed = rows.map((row, index) => ({ row, index, key: keyOf(row, column) }));
  keyed.sort((a, b) => (isDescending ? compare(b.key, a.key) : compare(a.key, b.key)) || a.index - b.index);
  const total = groups[0]?.querySelector('tr.total') ?? null;
  for (const { row } of keyed) {
    if (isGrouped) table.append(row);
    else groups[0]?.insertBefore(row, total);
  }
}

function keyOf(row: HTMLTableSectionElement | HTMLTableRowElement, column: number): number | string {
  const first = row instanceof HTMLTableSectionElement ? row.rows[0] : row;
  const cell = first?.cells[column];
  const text = cell?.dataset['value'] ?? cell?.textContent?.trim() ?? '';
  const number = Number(
    text
      .replace(/[,%\u00a0]/g, '')
      .replace('−', '-')
      .replace(/^≥\s*/, ''),
  );
  return text !== '' && Number.isFinite(number) ? number : text.toLowerCase();
}

/** Numbers before words; what is not recorded is a word. */
function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return 1;
  if (typeof b === 'number') return -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
