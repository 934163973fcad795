import { describe, expect, it } from '@jest/globals';
import { renderCsv } from '../../../src/render/csv/render-csv.js';
import { emptyReport } from '../../fixtures/empty-report.js';
import { fullReport } from '../../fixtures/full-report.js';

/** Cells of the lines of a table (RFC 4180, no line breaks inside cells). */
function tableOf(csv: string, name: string): string[][] {
  const lines = csv.split('\n');
  const start = lines.indexOf(`# ${name}`);
  const end = lines.indexOf('', start);
  return lines
    .slice(start + 1, end)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
        quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
      ),
    );
}

describe('renderCsv', () => {
  it('has one table per list of the report, with the field names as columns and unrounded numbers', () => {
    const [columns = [], first = []] = tableOf(renderCsv(fullReport()), 'hotspots');
    const row = Object.fromEntries(columns.map((column, at) => [column, first[at]]));
    // 210,970,000 ns in 68 calls
    expect(row).toMatchObject({
      rank: '1',
      calls: '68',
      total_duration: '210970000',
      avg_duration: `${210_970_000 / 68}`,
    });
  });

  it('leads lists inside lists back to their row', () => {
    const table = tableOf(renderCsv(fullReport()), 'hotspots.variants');
    expect(table[0]?.slice(0, 3)).toEqual(['hotspots_row', 'workgroup', 'grid']);
    expect(table.slice(1).map((row) => row.slice(0, 2))).toEqual([
      ['1', '256;1;1'],
      ['2', '256;1;1'],
      ['3', '256;1;1'],
      ['4', '256;1;1'],
    ]);
  });

  it('makes rows of open records, their keys first', () => {
    const csv = renderCsv(fullReport());
    expect(tableOf(csv, 'memory_analysis').map((row) => row[0])).toEqual([
      'direction',
      'Host-to-Device',
      'Peer-to-Peer',
    ]);
    expect(tableOf(csv, 'hardware_counters.per_kernel')[0]?.slice(0, 2)).toEqual(['kernel', 'counter']);
  });

  it('keeps null apart from an empty text', () => {
    const report = emptyReport();
    report.metadata.processes = [{ guid: 'a', input: 0, pid: null, rank: null, node: null, command: '' }];
    expect(renderCsv(report)).toContain('guid,input,pid,rank,node,command\na,0,,,,""\n');
  });

  it('has as many cells in every row as columns, whatever the names are', () => {
    const report = fullReport();
    report.hotspots.forEach((entry, at) => (entry.name = ['a,b', 'say "x"', '=1+1', '\u202e\n\x1b[31m'][at] ?? ''));
    const table = tableOf(renderCsv(report), 'hotspots');
    expect(new Set(table.map((row) => row.length)).size).toBe(1);
    expect(table.slice(1).map((row) => row[1])).toEqual(['a,b', 'say "x"', "'=1+1", '\\u{202e}\\n\\x1b[31m']);
  });
});
