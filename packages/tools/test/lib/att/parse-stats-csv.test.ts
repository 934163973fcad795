import { describe, expect, it } from '@jest/globals';
import { parseStatsCsv } from '../../../src/lib/att/parse-stats-csv.js';

const HEADER = 'Vaddr,Instruction,Hitcount,Latency,Stall,Source';

describe('parseStatsCsv', () => {
  it('reads a cell in quotes that holds line ends', () => {
    const text = `${HEADER}\n16,s_nop,1,4,2,"a.cpp:1\nb.cpp:2"\n20,s_endpgm,1,1,0,c.cpp:3\n`;
    const parsed = parseStatsCsv(text, 'k');
    expect(parsed?.kernels[0]?.rows.map(({ source }) => source)).toEqual(['a.cpp:1\nb.cpp:2', 'c.cpp:3']);
  });

  it('reads on line by line after a quote that never closes', () => {
    const text = `${HEADER}\n16,s_nop,1,4,2,"a.cpp:1\n20,s_endpgm,1,1,0,c.cpp:3\n`;
    const rows = parseStatsCsv(text, 'k')?.kernels[0]?.rows;
    expect(rows?.map(({ instruction }) => instruction)).toEqual(['s_nop', 's_endpgm']);
  });

  it('looks at each line once, also where a quote stays open over hundreds of thousands of lines', () => {
    // Joined and searched anew for each line, these would take minutes.
    const text = `${HEADER}\n${`16,s_nop,1,4,2,"\n${'x\n'.repeat(99_990)}`.repeat(3)}`;
    expect(parseStatsCsv(text, 'k')?.kernels[0]?.rows[0]?.instruction).toBe('s_nop');
  });
});
