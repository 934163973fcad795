import { describe, expect, it } from '@jest/globals';
import type { RegionColumns } from '@perfxpert/rocpd';
import {
  apiClassOf,
  apiClassOfCode,
  apiFamilyOf,
  apiFamilyOfCode,
  classifyRegions,
} from '../../../src/lib/facts/api-region.js';

const CATEGORIES = [
  'HIP_RUNTIME_API_EXT',
  'HIP_COMPILER_API_EXT',
  'HSA_CORE_API',
  'RCCL_API',
  'RCCL',
  'rocm_hip_api',
  'rocm_marker_api',
  'MARKER_CORE_RANGE_API',
  'hasOwnProperty',
  '',
];
const NAMES = [
  'hipLaunchKernel',
  'hipLaunchHostFunc',
  'hipMemcpy',
  'hipMemcpyAsync',
  'hipMallocAsync',
  'hipModuleLoadData',
  '__hipPushCallConfiguration',
  'hsa_signal_wait_scacquire',
  'hsa_queue_create',
  'ncclAllReduce',
  'mscclppRun',
  'run_to_completion',
];

/** Every pair of a name and a category as one region each. */
function allPairs(): RegionColumns {
  const count = NAMES.length * CATEGORIES.length;
  const zeros = new Float64Array(count);
  return {
    count,
    startNs: zeros,
    endNs: zeros,
    name: Uint32Array.from({ length: count }, (_, row) => row % NAMES.length),
    names: NAMES,
    category: Uint16Array.from({ length: count }, (_, row) => Math.floor(row / NAMES.length)),
    categories: CATEGORIES,
    thread: new Uint16Array(count),
    threads: [1],
    stackId: zeros,
    dropped: { nullTimes: 0, negativeDurations: 0 },
    closedMarkers: 0,
  };
}

describe('apiFamilyOf', () => {
  it('needs both an API category and the name of an API function', () => {
    expect(apiFamilyOf('HIP_RUNTIME_API_EXT', 'hipMalloc')).toBe('hip');
    expect(apiFamilyOf('HIP_COMPILER_API', '__hipPopCallConfiguration')).toBe('hip');
    expect(apiFamilyOf('HSA_AMD_EXT_API', 'hsa_amd_memory_pool_allocate')).toBe('hsa');
    expect(apiFamilyOf('RCCL', 'ncclAllReduce')).toBe('rccl');
    expect(apiFamilyOf('rocm_rccl_api', 'pncclSend')).toBe('rccl');
    expect(apiFamilyOf('rocm_hip_api', 'run_to_completion')).toBeNull();
    expect(apiFamilyOf('MARKER_CORE_API', 'hipMalloc')).toBeNull();
    expect(apiFamilyOf('', 'hipMalloc')).toBeNull();
  });
});

describe('apiClassOf', () => {
  it.each([
    ['hipLaunchKernel', 'launch'],
    ['hipExtModuleLaunchKernel', 'launch'],
    ['hipGraphLaunch', 'launch'],
    ['hipLaunchHostFunc', 'other'],
    ['hipDeviceSynchronize', 'sync'],
    ['hipEventSynchronize', 'sync'],
    ['hipMemcpy', 'sync'],
    ['hipMemcpyWithStream', 'sync'],
    ['hipMemcpyAsync', 'memory'],
    ['hipMemcpy2DAsync', 'memory'],
    ['hipMemsetAsync', 'memory'],
    ['hipMemPrefetchAsync', 'memory'],
    ['hipMalloc', 'alloc'],
    ['hipExtMallocWithFlags', 'alloc'],
    ['hipFreeAsync', 'alloc'],
    ['hipMemPoolCreate', 'alloc'],
    ['hipModuleLoadData', 'compile'],
    ['hiprtcCompileProgram', 'compile'],
    ['hipGetDevice', 'other'],
  ] as const)('puts %s into %s', (name, expected) => {
    expect(apiClassOf('HIP_RUNTIME_API', name)).toBe(expected);
  });

  it('knows the waits and pools of HSA, and takes compiler calls by their category', () => {
    expect(apiClassOf('HSA_CORE_API', 'hsa_signal_wait_scacquire')).toBe('sync');
    expect(apiClassOf('HSA_AMD_EXT_API', 'hsa_amd_memory_pool_free')).toBe('alloc');
    expect(apiClassOf('HIP_COMPILER_API_EXT', '__hipRegisterFatBinary')).toBe('compile');
    expect(apiClassOf('RCCL_API', 'ncclAllReduce')).toBe('other');
  });
});

describe('classifyRegions', () => {
  it('agrees with the single look-ups on every pair of name and category', () => {
    const regions = allPairs();
    const { family, apiClass, apiCount, otherRows } = classifyRegions(regions);
    let expectedCount = 0;
    for (let row = 0; row < regions.count; row++) {
      const category = CATEGORIES[Math.floor(row / NAMES.length)] ?? '';
      const name = NAMES[row % NAMES.length] ?? '';
      const expected = apiFamilyOf(category, name);
      if (expected !== null) expectedCount++;
      expect(apiFamilyOfCode(family[row] ?? 0)).toBe(expected);
      expect(apiClassOfCode(apiClass[row] ?? 0)).toBe(expected === null ? null : apiClassOf(category, name));
    }
    expect(apiCount).toBe(expectedCount);
    expect([...otherRows]).toEqual([...family.keys()].filter((row) => family[row] === 0));
  });
});
