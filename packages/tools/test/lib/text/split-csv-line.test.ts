import { describe, expect, it } from '@jest/globals';
import { splitCsvLine } from '../../../src/lib/text/split-csv-line.js';

describe('splitCsvLine', () => {
  it.each([
    ['a,b,,c', ['a', 'b', '', 'c']],
    ['', ['']],
    ['a,', ['a', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""x""",2', ['say "x"', '2']],
    ['"open', ['open']],
    [' a , b ', ['a', 'b']],
  ])('%j', (line, cells) => {
    expect(splitCsvLine(line)).toEqual(cells);
  });
});
