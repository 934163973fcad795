import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { scanSource } from '../../../src/index.js';
import { scan, sourceFolder, useSourceFolders } from './source-folder.js';

useSourceFolders();

const ADD = `#include <hip/hip_runtime.h>
__global__ void add(float* __restrict__ a, int n) { a[threadIdx.x] += n; }
int main() {
  hipLaunchKernelGGL(add, dim3(1), dim3(64), 0, 0, nullptr, 4);
  hipDeviceSynchronize();
}
`;

describe('scanSource', () => {
  it('C22 counts definition, launch, synchronization and default stream', async () => {
    const { findings } = await scan({ 'add.hip': ADD });
    expect(findings).toMatchObject({ definition_count: 1, launch_count: 1, kernel_count: 1, programming_model: 'HIP' });
    expect(findings.detected_patterns.map((pattern) => [pattern.pattern_id, pattern.count])).toEqual([
      ['default_stream', 1],
      ['device_sync', 1],
    ]);
    expect(findings.detected_kernels.map(({ name, line }) => [name, line])).toEqual([
      ['add', 2],
      ['add', 4],
    ]);
  });

  it('C23 sees no default stream where copies are asynchronous', async () => {
    const { findings } = await scan({ 'add.hip': `${ADD}void f() { hipMemcpyAsync(a, b, 1, k, s); }` });
    expect(findings.detected_patterns.map((pattern) => pattern.pattern_id)).toEqual(['device_sync']);
  });

  it('C24 counts four blocking copies and advises once, MEDIUM', async () => {
    const copies = 'hipMemcpy(d, h, n, hipMemcpyHostToDevice);\n'.repeat(4);
    const { findings } = await scan({ 'copy.cpp': `void f() {\n${copies}}\n` });
    expect(findings.detected_patterns).toEqual([
      {
        pattern_id: 'memcpy_sync',
        severity: 'medium',
        category: 'memory_transfer',
        description: expect.any(String),
        count: 4,
        in_loop_count: 0,
        locations: ['copy.cpp:2', 'copy.cpp:3', 'copy.cpp:4', 'copy.cpp:5'],
      },
    ]);
    expect(findings.code_patterns.map(({ priority, category }) => [priority, category])).toEqual([
      ['MEDIUM', 'Memory Transfer'],
    ]);
    expect(findings.risk_areas).toEqual(['The sources hold 4 blocking copies (first copy.cpp:2).']);
  });

  it('raises the severity of what stands in a loop', async () => {
    const { findings } = await scan({ 'loop.cpp': 'void f() { for (int i = 0; i < 9; ++i) hipDeviceSynchronize(); }' });
    expect(findings.detected_patterns).toMatchObject([
      { pattern_id: 'device_sync', severity: 'medium', count: 1, in_loop_count: 1 },
    ]);
  });

  it('says "one" of a single place', async () => {
    const { findings } = await scan({ 'one.cpp': 'void f() { hipMemcpy(d, h, n, k); }' });
    expect(findings.code_patterns[0]?.issue).toBe('The sources hold 1 blocking copy (one.cpp:1).');
  });

  it('leaves out folders of others, hidden ones and links, and keeps an order of names', async () => {
    const kernel = (name: string) => `__global__ void ${name}() {}`;
    const folder = sourceFolder({
      'b.hip': kernel('b'),
      'a/z.hip': kernel('z'),
      'a.hip': kernel('a'),
      'build/x.hip': kernel('x'),
      '.hidden/x.hip': kernel('x'),
      'vendor/x.hip': kernel('x'),
      'notes.txt': kernel('x'),
    });
    const outside = sourceFolder({ 'secret.hip': kernel('secret') });
    fs.symlinkSync(outside, path.join(folder, 'linked'));
    fs.symlinkSync(path.join(outside, 'secret.hip'), path.join(folder, 'linked.hip'));
    fs.symlinkSync(folder, path.join(folder, 'loop'));
    const { findings } = await scanSource(folder);
    expect(findings.detected_kernels.map(({ file }) => file)).toEqual(['a.hip', 'b.hip', 'a/z.hip']);
    expect(findings).toMatchObject({ files_scanned: 3, files_skipped: 0, links_skipped: 3, truncated: false });
  });

  it('counts files beyond the limit and files that are too large', async () => {
    const { findings } = await scan({ 'a.hip': '', 'b.hip': '', 'c.hip': '', 'd.hip': '' }, { maxFiles: 3 });
    expect(findings).toMatchObject({ files_scanned: 3, files_skipped: 1, truncated: true });
    const large = await scan({ 'large.hip': `__global__ void k() {}${' '.repeat(524_288)}` });
    expect(large.findings).toMatchObject({ files_scanned: 0, files_skipped: 1, kernel_count: 0 });
  });

  it('lists at most 100 kernels and 10 places, and counts all', async () => {
    const kernels = Array.from({ length: 101 }, (_, index) => `__global__ void k${index}() {}`).join('\n');
    const copies = 'hipMemcpy(a, b, 1, k);\n'.repeat(11);
    const { findings } = await scan({ 'many.hip': `${kernels}\nvoid f() {\n${copies}}` });
    expect(findings.detected_kernels).toHaveLength(100);
    expect(findings).toMatchObject({ kernel_count: 101, detected_kernel_count: 101 });
    expect(findings.detected_patterns[0]).toMatchObject({ count: 11 });
    expect(findings.detected_patterns[0]?.locations).toHaveLength(10);
  });

  it('names what can be no folder', async () => {
    await expect(scanSource('/nonexistent')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const folder = sourceFolder({ 'a.hip': '' });
    await expect(scanSource(path.join(folder, 'a.hip'))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('stops when the caller gives up', async () => {
    const folder = sourceFolder({ 'a.hip': '' });
    await expect(scanSource(folder, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('survives hostile text', async () => {
    const { findings } = await scan({
      'open.hip': `${'('.repeat(10_000)}${'{'.repeat(10_000)} /* never closed`,
      'comment.hip': '/*'.repeat(20_000),
      'angle.hip': '__global__ a<'.repeat(5_000),
      'chevron.hip': 'k<<<'.repeat(10_000),
      'loops.hip': 'do '.repeat(20_000),
      'ifs.hip': '#if 1\n'.repeat(10_000),
      'string.py': `${"'''".repeat(10_001)}`,
      'brackets.py': '['.repeat(20_000),
      'bytes.cpp': '\ufffd\u0000\u202e__global__',
      'spaces.f90': `${'integer '.repeat(1_000)}${' '.repeat(9_000)}`,
    });
    expect(findings.files_scanned).toBe(10);
  });

  it('suggests a first command where it found GPU code', async () => {
    const { findings } = await scan({ 'add.hip': ADD });
    expect(findings.profiling_plan).toMatchObject({
      suggested_first_command: 'rocprofv3 --sys-trace -d ./profile_out -- ./your_app',
      suggested_counters: ['SQ_WAVES', 'GRBM_GUI_ACTIVE', 'GRBM_COUNT'],
    });
    const none = await scan({ 'plain.cpp': 'int main() {}' });
    expect(none.findings).toMatchObject({
      programming_model: 'Unknown',
      profiling_plan: { suggested_first_command: '' },
    });
  });

  it('counts markers', async () => {
    const { findings } = await scan({
      'marked.cpp': 'void f() { roctxRangePush("step"); g(); roctxRangePop(); roctxMark("x"); } // roctxMark("y")',
      'marked.py': 'import torch\ntorch.cuda.nvtx.range_push("step")\n',
    });
    expect(findings).toMatchObject({ already_instrumented: true, roctx_marker_count: 4 });
  });
});

describe('SourceScan.locate', () => {
  it('R4, R3 finds definition and launch by qualified name, definition first', async () => {
    const { locate } = await scan({
      'ops.hip': 'namespace foo {\ntemplate <typename T>\n__global__ void matmul(T* a, T* b) {}\n}\n',
      'main.hip': 'int main() {\n  foo::matmul<float><<<1, 64>>>(a, b);\n}\n',
    });
    expect(locate('void foo::matmul<float>(float*, float*)')).toEqual([
      { file: 'ops.hip', line: 3, kind: 'definition' },
      { file: 'main.hip', line: 2, kind: 'launch' },
    ]);
    expect(locate('_ZN3foo6matmulIfEEvPT_S2_')).toHaveLength(2);
    expect(locate('bar::matmul(float*)')).toEqual([]);
  });

  it('R5 finds nothing for a kernel that the sources lack', async () => {
    const { locate } = await scan({ 'a.hip': '__global__ void k() {}' });
    expect(locate('Cijk_Ailk_Bljk_HHS_BH')).toEqual([]);
  });

  it('tells namespaces apart and marks what it cannot tell apart', async () => {
    const { locate } = await scan({
      'a.hip': 'namespace a { __global__ void k() {} }',
      'b.hip': 'namespace b { __global__ void k() {} }',
    });
    expect(locate('a::k()')).toEqual([{ file: 'a.hip', line: 1, kind: 'definition' }]);
    expect(locate('k')).toEqual([
      { file: 'a.hip', line: 1, kind: 'definition', is_ambiguous: true },
      { file: 'b.hip', line: 1, kind: 'definition', is_ambiguous: true },
    ]);
  });

  it('finds OpenMP regions by function and line, Triton kernels with their suffix', async () => {
    const { locate } = await scan({
      'omp.c':
        'void work(int n) {\n#pragma omp target teams distribute parallel for\n  for (int i = 0; i < n; ++i) ;\n}\n',
      'add.py': 'import triton\n@triton.jit\ndef add_kernel(x):\n  pass\n',
    });
    expect(locate('__omp_offloading_10303_2a0014_work_l2.kd')).toEqual([
      { file: 'omp.c', line: 2, kind: 'definition' },
    ]);
    expect(locate('__omp_offloading_10303_2a0014_work_l3')).toEqual([]);
    expect(locate('add_kernel_0d1d2de')).toEqual([{ file: 'add.py', line: 3, kind: 'definition' }]);
    expect(locate('add_kernel')).toHaveLength(1);
  });
});
