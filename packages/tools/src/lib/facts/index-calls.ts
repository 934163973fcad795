import type { RegionColumns } from '@perfxpert/rocpd';
import { API_CLASS_CODE } from './api-region.js';
import type { RegionClasses } from './api-region.js';
import { indexByStackId } from './stack-index.js';
import type { StackIndex } from './stack-index.js';

/**
 * Finds the region that caused a dispatch or copy: the one with its correlation id. Should several regions have it, a
 * launch call wins over other API calls, those over markers and other functions.
 *
 * The link is `stack_id` of rocpd events: a dispatch carries that of the innermost traced call around its launch.
 */
export function indexCalls(regions: RegionColumns, { apiClass }: RegionClasses): StackIndex {
  const priority = new Uint8Array(regions.count);
  for (let row = 0; row < regions.count; row++) {
    const code = apiClass[row] ?? 0;
    priority[row] = code === 0 ? 0 : code === API_CLASS_CODE.launch ? 2 : 1;
  }
  return indexByStackId(regions.stackId, priority);
}
