/** Cells of one line of CSV; a cell in quotes may hold commas and doubled quotes (RFC 4180), but no line end. */
export function splitCsvLine(line: string): string[] {
  const cells: string[] = [];
  let place = 0;
  while (place <= line.length) {
    if (line[place] === '"') {
      let cell = '';
      place++;
      for (; place < line.length; place++) {
        if (line[place] !== '"') cell += line[place] ?? '';
        else if (line[place + 1] === '"') {
          cell += '"';
          place++;
        } else break;
      }
      cells.push(cell);
      const comma = line.indexOf(',', place);
      place = comma < 0 ? line.length + 1 : comma + 1;
    } else {
      const comma = line.indexOf(',', place);
      const end = comma < 0 ? line.length : comma;
      cells.push(line.slice(place, end).trim());
      place = end + 1;
    }
  }
  return cells;
}
