import { describe, expect, it } from '@jest/globals';
import { kernelFindingId, uniqueIds } from '../../../src/lib/diagnosis/recommendation-id.js';

describe('ids of recommendations', () => {
  it('JR-8 number repeats of a rule', () => {
    const id = 'ROCPD-MEMCPY-001';
    expect(uniqueIds([id, id, 'ROCPD-API-001', id])).toEqual([
      'ROCPD-MEMCPY-001',
      'ROCPD-MEMCPY-002',
      'ROCPD-API-001',
      'ROCPD-MEMCPY-003',
    ]);
  });

  it('stay unique beside a rule whose own number is the next', () => {
    expect(uniqueIds(['ROCPD-UTILIZATION-002', 'ROCPD-UTILIZATION-001', 'ROCPD-UTILIZATION-001'])).toEqual([
      'ROCPD-UTILIZATION-002',
      'ROCPD-UTILIZATION-001',
      'ROCPD-UTILIZATION-003',
    ]);
  });

  it('name the kernel by the first 8 hex digits of its SHA-256', () => {
    // printf 'matmul<float>' | sha256sum | cut -c-8
    expect(kernelFindingId('ROCPD-HOTSPOT-001', 'matmul<float>')).toBe('ROCPD-HOTSPOT-001-230a2312');
  });

  it('append a number where the same kernel is found twice', () => {
    const id = kernelFindingId('ROCPD-ATT-001', 'k');
    expect(uniqueIds([id, id])).toEqual([id, `${id}-002`]);
  });
});
