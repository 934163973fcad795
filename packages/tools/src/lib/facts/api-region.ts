import type { RegionColumns } from '@perfxpert/rocpd';
import { API_CLASSES, API_FAMILIES } from '../../terms/api-terms.js';
import type { ApiClass, ApiFamily } from '../../terms/api-terms.js';

const FAMILY_BY_ROCPROF_SYS_CATEGORY: Readonly<Record<string, ApiFamily>> = {
  rocm_hip_api: 'hip',
  rocm_hsa_api: 'hsa',
  rocm_rccl_api: 'rccl',
};
const API_NAME = /^(hip|__hip|hsa_|nccl|pnccl|mscclpp)/;
const COMPILER_CATEGORY_PREFIX = 'HIP_COMPILER_API';
/** First match wins; what matches none is `compile` by category, else `other`. */
const CLASS_BY_NAME: readonly (readonly [ApiClass, RegExp])[] = [
  ['launch', /^hip\w*Launch(?!HostFunc)/],
  ['sync', /Synchronize|^hsa_signal_wait|^hipMemcpy(?!.*Async)/],
  ['memory', /^hip(Memcpy|Memset|MemPrefetch)/],
  ['alloc', /^hip\w*(Malloc|Free|HostRegister|HostUnregister|MemPool)|^hsa_amd_memory_pool_(allocate|free)/],
  ['compile', /^hip(Module(Load|GetFunction)|rtc)/],
];

/**
 * Family of an API region, null for regions that are none. A region counts if its category is one of an API
 * (rocprofv3's `HIP_*`, `HSA_*`, `RCCL_*` or `RCCL`; rocprof-sys' `rocm_hip_api` and its like) and its name is one of
 * an API function: some collectors book functions of the program under an API's category. Markers never count.
 * Categories: rocprofiler-sdk `rocprofiler_callback_tracing_kind_t` and `rocprofiler_buffer_tracing_kind_t`.
 */
export function apiFamilyOf(category: string, name: string): ApiFamily | null {
  return API_NAME.test(name) ? familyOfCategory(category) : null;
}

/**
 * What an API call does, by its name; first match of launch, sync, memory, alloc, compile, else other. Blocking copies
 * are `sync`, because they wait. The category decides between `compile` and `other` only.
 */
export function apiClassOf(category: string, name: string): ApiClass {
  const byName = classOfName(name);
  return byName === 'other' && isCompilerCategory(category) ? 'compile' : byName;
}

/** Per region row: what API it belongs to and what the call does. Both arrays hold 0 for regions that are no API. */
export interface RegionClasses {
  /** 0, else 1 + index into `API_FAMILIES`. */
  readonly family: Uint8Array;
  /** 0, else one of `API_CLASS_CODE` (1 + index into `API_CLASSES`). */
  readonly apiClass: Uint8Array;
  /** Rows that are API regions. */
  readonly apiCount: number;
  /** The other rows, rising: markers and functions of the program, in most traces few. */
  readonly otherRows: Uint32Array;
}

const FIRST_CAPACITY = 1 << 12;

/** Codes of `RegionClasses.apiClass`. */
export const API_CLASS_CODE: Readonly<Record<ApiClass, number>> = {
  launch: 1,
  sync: 2,
  memory: 3,
  alloc: 4,
  compile: 5,
  other: 6,
};

/** Family of a code of `RegionClasses.family`; null for 0. */
export function apiFamilyOfCode(code: number): ApiFamily | null {
  return API_FAMILIES[code - 1] ?? null;
}

/** Class of a code of `RegionClasses.apiClass`; null for 0. */
export function apiClassOfCode(code: number): ApiClass | null {
  return API_CLASSES[code - 1] ?? null;
}

/**
 * Classifies all regions: each name and each category once, then one table look-up a row. Equals `apiFamilyOf` and
 * `apiClassOf` row by row.
 */
export function classifyRegions(regions: RegionColumns): RegionClasses {
  const classByName = Uint8Array.from(regions.names, (name) =>
    API_NAME.test(name) ? API_CLASS_CODE[classOfName(name)] : 0,
  );
  const familyByCategory = Uint8Array.from(regions.categories, (category) => {
    const family = familyOfCategory(category);
    return family === null ? 0 : API_FAMILIES.indexOf(family) + 1;
  });
  const compilesByCategory = Uint8Array.from(regions.categories, (category) => (isCompilerCategory(category) ? 1 : 0));
  const family = new Uint8Array(regions.count);
  const apiClass = new Uint8Array(regions.count);
  let otherRows = new Uint32Array(FIRST_CAPACITY);
  let otherCount = 0;
  for (let row = 0; row < regions.count; row++) {
    const category = regions.category[row] ?? 0;
    const familyCode = familyByCategory[category] ?? 0;
    const classCode = classByName[regions.name[row] ?? 0] ?? 0;
    if (familyCode === 0 || classCode === 0) {
      if (otherCount === otherRows.length) {
        const larger = new Uint32Array(2 * otherCount);
        larger.set(otherRows);
        otherRows = larger;
      }
      otherRows[otherCount++] = row;
      continue;
    }
    family[row] = familyCode;
    apiClass[row] =
      classCode === API_CLASS_CODE.other && compilesByCategory[category] === 1 ? API_CLASS_CODE.compile : classCode;
  }
  return { family, apiClass, apiCount: regions.count - otherCount, otherRows: otherRows.slice(0, otherCount) };
}

function familyOfCategory(category: string): ApiFamily | null {
  if (category.startsWith('HIP_')) return 'hip';
  if (category.startsWith('HSA_')) return 'hsa';
  if (category === 'RCCL' || category.startsWith('RCCL_')) return 'rccl';
  return Object.hasOwn(FAMILY_BY_ROCPROF_SYS_CATEGORY, category)
    ? (FAMILY_BY_ROCPROF_SYS_CATEGORY[category] ?? null)
    : null;
}

function isCompilerCategory(category: string): boolean {
  return category.startsWith(COMPILER_CATEGORY_PREFIX);
}

function classOfName(name: string): ApiClass {
  for (const [apiClass, pattern] of CLASS_BY_NAME) if (pattern.test(name)) return apiClass;
  return 'other';
}
