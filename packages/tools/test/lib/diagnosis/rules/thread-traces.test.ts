import { describe, expect, it } from '@jest/globals';
import { factsOf } from '../../../__fixtures__/facts.js';
import { categories, only } from '../findings.js';

describe('rules about thread traces', () => {
  const att = (hitcount: number, latency: number, stall: number) => ({
    has_att_data: true,
    kernels: [
      {
        name: 'hot_kernel',
        stall_category: 'att_vmem_latency',
        top_stalling_instructions: [
          {
            pc_offset: '0x0000',
            hitcount,
            total_latency_cycles: latency,
            stall_cycles: stall,
            stall_ratio: stall / latency,
            source_line: 'k.hip:5',
          },
        ],
      },
    ],
  });

  it('RG-14 names kernel, offset and line of a stall', () => {
    const entry = only(factsOf({}), 'ATT VMEM Latency', { att: att(8192, 200, 160) });
    expect(entry).toMatchObject({ priority: 'HIGH', target: 'hot_kernel', confidence: 0.85 });
    for (const part of ['hot_kernel', '0x0000', 'k.hip:5', '80%', '160 of 200']) expect(entry.issue).toContain(part);
  });

  it.each([
    [0.6, 'HIGH'],
    [0.59, 'MEDIUM'],
    [0.4, 'MEDIUM'],
  ])('grades a stall of %p as %s', (ratio, priority) => {
    expect(only(factsOf({}), 'ATT VMEM Latency', { att: att(8192, 100, 100 * ratio) }).priority).toBe(priority);
  });

  it('RG-15 reports the thread trace once where nothing in it stalls enough', () => {
    for (const quiet of [att(64, 100, 95), att(99, 100, 95), att(8192, 100, 39)])
      expect(categories(factsOf({}), { att: quiet })).toEqual(['ATT Analysis']);
  });

  it('says nothing about a thread trace without data', () => {
    expect(categories(factsOf({ copy: 30 }), { att: { has_att_data: false, kernels: [] } })).toEqual([
      'Memory Transfer',
    ]);
  });
});
