import { describe, expect, it } from '@jest/globals';
import { kernelsOf, patternsOf, scan, useSourceFolders } from './source-folder.js';

useSourceFolders();

describe('C-like sources', () => {
  it.each([
    ['__global__ __launch_bounds__(256) void k(int* p) {}', ['GLOBAL_KERNEL_DEF k:1']],
    ['extern "C" __global__ void k(int* p) {}', ['GLOBAL_KERNEL_DEF k:1']],
    ['template <int N>\n__global__\nvoid\nk(int* p)\n{}', ['GLOBAL_KERNEL_DEF k:4']],
    ['template <>\n__global__ void k<float>(float* p) {}', ['GLOBAL_KERNEL_DEF k:2']],
    ['__global__ std::enable_if_t<(N > 0), void> k(int* p) {}', ['GLOBAL_KERNEL_DEF k:1']],
    ['__attribute__((amdgpu_waves_per_eu(2))) __global__ void k() {}', ['GLOBAL_KERNEL_DEF k:1']],
    ['namespace a::b { namespace { __global__ void k() {} } }', ['GLOBAL_KERNEL_DEF a::b::(anonymous namespace)::k:1']],
    ['__global__ void k(int* p);', []],
    ['// __global__ void k() {}\n/* __global__ void k() {} */ const char* s = "__global__ void k() {}";', []],
    ['#if 0\n__global__ void k() {}\n#else\n__global__ void l() {}\n#endif', ['GLOBAL_KERNEL_DEF l:4']],
    ['#define KERNEL(n) __global__ void n() {}\n#define LAUNCH k<<<1, 1>>>()', []],
    ['#ifdef A\nvoid f(int a) {\n#else\nvoid f() {\n#endif\n}\n__global__ void k() {}', ['GLOBAL_KERNEL_DEF k:7']],
    ['const char* s = R"x(\n__global__ void k() {} )" )x";\n__global__ void l() {}', ['GLOBAL_KERNEL_DEF l:3']],
  ])('finds the definitions of %j', async (text, expected) => {
    expect(await kernelsOf('a.hip', text)).toEqual(expected);
  });

  it.each([
    ['k<<<grid, block>>>(a)', 'TRIPLE_ANGLE_LAUNCH k'],
    ['ns::k<T, 4><<<dim3(1), dim3(2), 0, stream>>>(a)', 'TRIPLE_ANGLE_LAUNCH ns::k'],
    ['k<<<(n + 255) / 256, std::max<A<B<int>>>(1, 2), sizeof(X<Y<Z<int>>>)>>>(a)', 'TRIPLE_ANGLE_LAUNCH k'],
    ['hipLaunchKernelGGL(k, g, b, 0, 0, a)', 'HIP_KERNEL_LAUNCH k'],
    ['hipLaunchKernelGGL(HIP_KERNEL_NAME(ns::k<float, 4>), g, b, 0, s, a)', 'HIP_KERNEL_LAUNCH ns::k'],
    ['hipLaunchKernelGGL((ns::k<float, 4>), g, b, 0, s, a)', 'HIP_KERNEL_LAUNCH ns::k'],
    ['HIP_CHECK(hipLaunchKernel((const void*)k, g, b, args, 0, s))', 'HIP_KERNEL_LAUNCH k'],
    ['cudaLaunchKernel(reinterpret_cast<void*>(&ns::k<int>), g, b, args, 0, s)', 'HIP_KERNEL_LAUNCH ns::k'],
  ])('finds the launch %s', async (statement, expected) => {
    expect(await kernelsOf('a.hip', `void f() { ${statement}; }`)).toEqual([`${expected}:1`]);
  });

  it('takes shifts and declarations for what they are', async () => {
    expect(await kernelsOf('a.cpp', 'int x = a << b; bool c = a < b && d > e; auto v = A<B<C<int>>>(1);')).toEqual([]);
    expect(
      await patternsOf('a.hpp', 'hipError_t hipMemcpy(void* d, const void* s, size_t n, hipMemcpyKind k);'),
    ).toEqual({});
    expect(await patternsOf('a.cpp', 'void f() { mock.hipMemcpy(d, s, n, k); p->hipDeviceSynchronize(); }')).toEqual(
      {},
    );
  });

  it('knows the default stream of a launch by its arguments', async () => {
    const withStream = (stream: string) => patternsOf('a.hip', `void f() { k<<<g, b, 0, ${stream}>>>(a); }`);
    expect(await withStream('s')).toEqual({});
    expect(await withStream('0')).toEqual({ default_stream: 1 });
    expect(await withStream('nullptr')).toEqual({ default_stream: 1 });
    expect(await patternsOf('a.hip', 'void f() { k<<<g, b>>>(a); hipLaunchKernelGGL(k, g, b, 0, s, a); }')).toEqual({
      default_stream: 1,
    });
  });

  it.each([
    ['malloc_in_loop', 'void f() { while (x) { hipMalloc(&p, 1); } hipFree(p); }'],
    ['managed_memory', 'void f() { hipMallocManaged(&p, 1); }'],
    ['pinned_host_memory', 'void f() { hipHostMalloc(&p, 1); }'],
    ['graph_capture', 'void f() { hipStreamBeginCapture(s, m); }'],
    ['kernel_printf', '__global__ void k(int n) { printf("%d", n); } void f() { printf("host"); }'],
    ['divergent_barrier', '__global__ void k(int n) { if (threadIdx.x < 4) { __syncthreads(); } __syncthreads(); }'],
    ['double_literal', '__global__ void k(float* x) { x[0] *= 2.0; x[1] *= 2.0f; x[2] += 3; }'],
    [
      'missing_restrict',
      '__global__ void k(const int* a, int* b) {} __global__ void l(int* __restrict__ a, int* b) {}',
    ],
    [
      'memcpy_sync',
      'void f() { clEnqueueReadBuffer(q, b, CL_TRUE, 0, n, p, 0, 0, 0); clEnqueueReadBuffer(q, b, CL_FALSE, 0, n, p, 0, 0, 0); }',
    ],
    ['device_sync', 'void f() { cudaStreamSynchronize(s); }'],
  ])('finds %s once', async (pattern, text) => {
    expect(await patternsOf('a.cpp', text)).toEqual({ [pattern]: 1 });
  });

  it('does not mix up kernels of double with kernels of float', async () => {
    expect(await patternsOf('a.hip', '__global__ void k(double* x, float y) { x[0] *= 2.0; }')).toEqual({});
  });

  it('finds OpenCL kernels and launches', async () => {
    expect(await kernelsOf('a.cl', '__kernel void k(__global float* a) {}\nkernel void l() {}')).toEqual([
      'OPENCL_KERNEL_DEF k:1',
      'OPENCL_KERNEL_DEF l:2',
    ]);
    expect(await kernelsOf('a.cpp', 'void f() { clEnqueueNDRangeKernel(q, krn, 1, 0, g, l, 0, 0, 0); }')).toEqual([
      'OPENCL_KERNEL_LAUNCH krn:1',
    ]);
  });

  it('finds OpenMP, OpenACC, SYCL, Kokkos and RAJA', async () => {
    expect(
      await kernelsOf(
        'a.cpp',
        'void work() {\n#pragma omp target teams \\\n  distribute\n  f();\n#pragma omp target data map(a)\n#pragma acc parallel loop\n}',
      ),
    ).toEqual(['OMP_TARGET_REGION work:2', 'ACC_REGION work:6']);
    expect(
      await kernelsOf(
        'b.cpp',
        'void f() {\n q.parallel_for<class Add>(r, [=](int i) {});\n Kokkos::parallel_for("sum", n, g);\n RAJA::forall<P>(s, g);\n}',
      ),
    ).toEqual(['SYCL_PARALLEL_FOR Add:2', 'KOKKOS_PARALLEL sum:3', 'RAJA_FORALL RAJA::forall:4']);
  });

  it('tells the models of a tree, each with its files', async () => {
    const { findings } = await scan({
      'a.cu': '__global__ void a() {}\n__global__ void b() {}',
      'b.cpp': '#include <hip/hip_runtime.h>\n__global__ void c() {}',
      'c.cl': '__kernel void d() {}',
    });
    expect(findings.programming_models).toEqual([
      { model: 'CUDA', files: 1 },
      { model: 'HIP', files: 1 },
      { model: 'OpenCL', files: 1 },
    ]);
    expect(findings.programming_model).toBe('CUDA');
  });
});

describe('Python sources', () => {
  it('finds Triton kernels and their launches', async () => {
    const text = [
      'import triton',
      'from triton import jit',
      '@triton.autotune(configs=[], key=["n"])',
      '@triton.jit',
      'def add_kernel(x, n: tl.constexpr):',
      '    """@triton.jit def no(): pass"""',
      '@jit',
      'def mul_kernel(x): pass',
      'def run():',
      '    add_kernel[(4,)](x, n)  # add_kernel[grid](x)',
      '    handlers[name](x)',
      '    for i in range(3):',
      '        mul_kernel[lambda meta: (1,)](x)',
    ].join('\n');
    const { findings } = await scan({ 'a.py': text });
    expect(
      findings.detected_kernels.map(({ launch_type: type, name, line, in_loop: isInLoop }) => [
        type,
        name,
        line,
        isInLoop,
      ]),
    ).toEqual([
      ['TRITON_KERNEL_DEF', 'add_kernel', 5, false],
      ['TRITON_KERNEL_DEF', 'mul_kernel', 8, false],
      ['TRITON_LAUNCH', 'add_kernel', 10, false],
      ['TRITON_LAUNCH', 'mul_kernel', 13, true],
    ]);
    expect(findings).toMatchObject({ kernel_count: 2, programming_model: 'Triton' });
  });

  it('finds values fetched in loops, synchronizations and torch.compile', async () => {
    const text = [
      'import torch',
      'model = torch.compile(model)',
      'loss.item()',
      'for batch in loader:',
      '    total += loss.item()',
      '    if done:',
      '        x = y.cpu().numpy()',
      '    torch.cuda.synchronize()',
      'torch.cuda.synchronize()',
      's = "for x in y: loss.item()"',
    ].join('\n');
    expect(await patternsOf('a.py', text)).toEqual({ device_sync: 2, implicit_sync: 3, torch_compile: 1 });
    expect(await patternsOf('b.py', 'for row in rows:\n    row.item()\n')).toEqual({});
  });

  it('finds kernels of Numba and device code in strings, at the lines of the file', async () => {
    const text = [
      'from numba import cuda',
      'import cupy as cp',
      '@cuda.jit',
      'def scale(x): pass',
      'scale[1, 64](x)',
      "source = r'''",
      'extern "C" __global__ void raw(float* x) {}',
      "'''",
      'k = cp.RawKernel(source, "raw")',
    ].join('\n');
    expect(await kernelsOf('a.py', text)).toEqual([
      'NUMBA_KERNEL_DEF scale:4',
      'NUMBA_LAUNCH scale:5',
      'GLOBAL_KERNEL_DEF raw:7',
    ]);
  });
});

describe('Fortran sources', () => {
  it('finds target regions, do concurrent, hipfort calls and loops', async () => {
    const text = [
      'subroutine work(n)',
      '  use hipfort',
      '  !$omp target teams distribute parallel do',
      '  do i = 1, n',
      "    print *, 'call hipMemcpy(a)' ! hipMemcpy(b)",
      '    ierr = hipMemcpy(a, b, n, k)',
      '  end do',
      '  !$omp end target teams distribute parallel do',
      '  !$omp target data map(a)',
      '  do concurrent (i = 1:n)',
      '  end do',
      '  ierr = hipDeviceSynchronize()',
      '  !$acc kernels',
      'end subroutine work',
    ].join('\n');
    const { findings } = await scan({ 'a.F90': text });
    expect(findings.detected_kernels.map(({ launch_type: type, name, line }) => [type, name, line])).toEqual([
      ['OMP_TARGET_REGION', 'work', 3],
      ['DO_CONCURRENT', 'work', 10],
      ['ACC_REGION', 'work', 13],
    ]);
    expect(
      findings.detected_patterns.map((pattern) => [pattern.pattern_id, pattern.count, pattern.in_loop_count]),
    ).toEqual([
      ['memcpy_sync', 1, 1],
      ['device_sync', 1, 0],
    ]);
    expect(findings.programming_models.map(({ model }) => model)).toEqual([
      'Fortran do concurrent',
      'HIP',
      'OpenACC',
      'OpenMP',
    ]);
  });

  it('reads fixed form: comments in the first column, labelled loops', async () => {
    const text = [
      '      subroutine work(n)',
      'c     ierr = hipMemcpy(a, b, n, k)',
      'C$omp target teams',
      '      do 10 i = 1, n',
      '        ierr = hipDeviceSynchronize()',
      '   10 continue',
      '      ierr = hipDeviceSynchronize()',
      '      end',
    ].join('\n');
    const { findings } = await scan({ 'a.f': text });
    expect(findings.detected_kernels.map(({ line }) => line)).toEqual([3]);
    expect(
      findings.detected_patterns.map((pattern) => [pattern.pattern_id, pattern.count, pattern.in_loop_count]),
    ).toEqual([['device_sync', 2, 1]]);
  });
});
