import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import { AttTraceSchema, attDiagnostics, discoverThreadTrace, readThreadTrace } from '../../../src/index.js';
import type { AttTrace } from '../../../src/index.js';

const SAMPLES = path.resolve(import.meta.dirname, '__fixtures__');
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-att-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const HEADER = 'Instruction,Hitcount,Latency,Stall,Source';
const csv = (...rows: string[]) => [HEADER, ...rows, ''].join('\n');

async function read(files: Readonly<Record<string, string>>, kernelNames: readonly string[] = []): Promise<AttTrace> {
  const att = await readThreadTrace(folderOf(files), { kernelNames });
  expect(v.parse(AttTraceSchema, att)).toEqual(att);
  return att;
}

describe('readThreadTrace', () => {
  it('AT-1 ranks by stall, gives the summed ratio of the kernel and knows no kind without a mnemonic', async () => {
    const att = await read({
      'stats_my_kernel.csv': csv('0x0000,8192,200,180,k.hip:10', '0x0004,8192,40,5,k.hip:11'),
    });
    const [kernel] = att.kernels;
    // 180 * 8192 = 1,474,560; (0.9 + 0.125) / 2 = 0.5125; (180 + 5) / (200 + 40) = 0.7708
    expect(kernel).toMatchObject({
      name: 'my_kernel',
      instruction_count: 2,
      avg_stall_ratio: 0.5125,
      stall_ratio: 0.7708,
      stall_category: 'att_unknown',
      idle_cycles: null,
      low_sample: false,
    });
    expect(kernel?.top_stalling_instructions[0]).toMatchObject({
      pc_offset: '0x0000',
      stall_ratio: 0.9,
      weighted_stall: 1_474_560,
      source_line: 'k.hip:10',
    });
    expect(att.summary.high_stall_kernels).toBe(1);
  });

  it('AT-2 lists the most stalled kernel first', async () => {
    const att = await read({
      'stats_a.csv': csv('0x0000,1000,100,50,'),
      'stats_b.csv': csv('0x0000,100000,200,190,'),
    });
    expect(att.kernels.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('AT-3 counts kernels whose worst instruction stalls for 60 %', async () => {
    const att = await read({
      'stats_high.csv': csv('0x0000,8192,100,90,'),
      'stats_low.csv': csv('0x0000,8192,100,10,'),
    });
    expect(att.summary).toMatchObject({ kernel_count: 2, high_stall_kernels: 1 });
  });

  it('does not count a kernel with fewer than 100 executions as stalled, and says so', async () => {
    const att = await read({ 'stats_rare.csv': csv('0x0000,99,100,90,') });
    expect(att.summary.high_stall_kernels).toBe(0);
    expect(att.kernels[0]?.low_sample).toBe(true);
  });

  it('AT-4 leaves out a file with other columns, by name', async () => {
    const att = await read({ 'stats_bad.csv': 'not,valid,csv\nfoo,bar\n', 'stats_good.csv': csv('0x0000,10,10,5,') });
    expect(att.has_att_data).toBe(true);
    expect(att.kernels.map(({ name }) => name)).toEqual(['good']);
    expect(att.skipped_files.map((file) => file.csv_file)).toEqual(['stats_bad.csv']);
    expect(attDiagnostics(att).map(({ code }) => code)).toEqual(['ATT_PARTIAL', 'ATT_OTHER_KERNELS']);
  });

  it('AT-5 answers with a reason where the folder is missing', async () => {
    const att = await readThreadTrace('/nonexistent/att');
    expect(att).toMatchObject({ has_att_data: false, kernels: [], reason: expect.stringContaining('not found') });
    expect(attDiagnostics(att).map(({ code }) => code)).toEqual(['ATT_UNAVAILABLE']);
  });

  it('AT-6 attributes a wait to the memory that its counter stands for', async () => {
    const att = await read({
      'stats_wait.csv': csv('global_load_dwordx4,96,600,500,', 's_waitcnt vmcnt(0),48,4800,4700,'),
    });
    expect(att.kernels[0]?.top_stalling_instructions.map((row) => [row.pc_offset, row.stall_category])).toEqual([
      ['s_waitcnt vmcnt(0)', 'att_vmem_latency'],
      ['global_load_dwordx4', 'att_vmem_latency'],
    ]);
  });

  it('reads the eight columns of rocprofv3: kernels between headings, totals, inlined lines', async () => {
    const att = await readThreadTrace(SAMPLES, { kernelNames: ['scale_add(float const*, float*, int)'] });
    expect(v.parse(AttTraceSchema, att)).toEqual(att);
    // Sums of the columns of the sample: stall 2,875,392 of latency 5,112,064; 132,096 of 141,184
    expect(
      att.kernels.map((kernel) => [
        kernel.name,
        kernel.trace_kernel,
        kernel.instruction_count,
        kernel.total_latency_cycles,
        kernel.stall_cycles,
        kernel.traced_waves,
        kernel.stall_category,
      ]),
    ).toEqual([
      ['tile_gemm(_Float16 const*, _Float16 const*, float*, int)', null, 7, 5_112_064, 2_875_392, 4096, 'att_mfma'],
      [
        'scale_add(float const*, float*, int)',
        'scale_add(float const*, float*, int)',
        8,
        141_184,
        132_096,
        128,
        'att_vmem_latency',
      ],
    ]);
    const [gemm] = att.kernels;
    expect(gemm?.top_stalling_instructions[0]).toMatchObject({
      source_line: 'gemm.hip:47',
      source_chain: ['mma_helpers.hpp:88', 'gemm.hip:47'],
      address: '6424',
      idle_cycles: 65_536,
    });
    // The wait at line 42 is for the read from LDS before it
    expect(gemm?.top_stalling_instructions.find((row) => row.source_line === 'gemm.hip:42')?.stall_category).toBe(
      'att_lds_conflict',
    );
    expect(gemm?.source_lines[0]).toMatchObject({ source_line: 'gemm.hip:47', instruction_count: 1 });
    expect(att.summary).toMatchObject({ kernel_count: 2, csv_files: 1, unexecuted_kernels: 1 });
    expect(att.skipped_files.map((file) => file.csv_file)).toEqual([
      'stats_empty_agent_1_dispatch_9.csv',
      'stats_zero_hits_agent_1_dispatch_11.csv',
    ]);
  });

  it('says how to trace where no wave ran on the traced unit', async () => {
    const att = await read({ 'stats_none.csv': csv('s_endpgm,0,0,0,') });
    expect(att).toMatchObject({ has_att_data: false, reason: expect.stringContaining('--att-target-cu') });
  });

  it('looks one folder down where the folder itself has no files, and follows no links', async () => {
    const folder = folderOf({ 'run1/stats_a.csv': csv('s_endpgm,1,1,0,') });
    fs.symlinkSync(path.join(SAMPLES, 'stats_ui_output_agent_1_dispatch_7.csv'), path.join(folder, 'stats_link.csv'));
    const att = await readThreadTrace(folder);
    expect(att.kernels.map((kernel) => kernel.csv_file)).toEqual(['run1/stats_a.csv']);
  });

  it('leaves out and counts rows whose numbers are none', async () => {
    const att = await read({ 'stats_a.csv': csv('x,1,2', 'y,one,2,1,', 'z,1,1e400,1,', '# note', 'v_add_f32,1,4,2,') });
    expect(att.kernels[0]).toMatchObject({ instruction_count: 1, stall_category: 'att_valu' });
    expect(att.summary.skipped_rows).toBe(3);
  });
});

describe('discoverThreadTrace', () => {
  it('takes a thread trace beside the file or one folder down, only if a kernel matches', async () => {
    const folder = folderOf({ 'att/stats_k.csv': csv('s_endpgm,1,1,0,'), 'trace.db': '' });
    const file = path.join(folder, 'trace.db');
    expect(await discoverThreadTrace([file], { kernelNames: ['other'] })).toBeNull();
    const att = await discoverThreadTrace([file], { kernelNames: ['k'] });
    expect(att).toMatchObject({ is_discovered: true, kernels: [{ name: 'k', trace_kernel: 'k' }] });
  });
});
