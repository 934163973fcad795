import { describe, expect, it } from '@jest/globals';
import { classifyInstruction } from '../../../src/lib/att/classify-instruction.js';

describe('classifyInstruction', () => {
  it.each([
    ['global_load_dwordx4 v[0:3], v[4:5], off', 'att_vmem_latency'],
    ['buffer_store_dword v0, s[0:3], 0', 'att_vmem_latency'],
    ['FLAT_LOAD_DWORD v0', 'att_vmem_latency'],
    ['s_load_dwordx4 s[0:3]', 'att_smem_latency'],
    ['s_buffer_load_dword s0', 'att_smem_latency'],
    ['ds_read_b128 v[8:11]', 'att_lds_conflict'],
    ['ds_load_b64 v[0:1]', 'att_lds_conflict'],
    ['scratch_load_dword v0', 'att_scratch_spill'],
    ['v_mfma_f32_32x32x8_f16 a[0:15]', 'att_mfma'],
    ['v_wmma_f32_16x16x16_f16 v[0:7]', 'att_mfma'],
    ['v_cmp_lt_i32 vcc, v0, v1', 'att_valu'],
    ['s_barrier', 'att_barrier'],
    ['s_cbranch_scc1 65520', 'att_divergence'],
    ['s_delay_alu instid0(VALU_DEP_1)', 'att_dependency_chain'],
    ['s_endpgm', 'att_unknown'],
    ['0x0000', 'att_unknown'],
    ['', 'att_unknown'],
  ])('%p is %s', (instruction, category) => {
    expect(classifyInstruction(instruction, [])).toBe(category);
  });

  it.each([
    ['s_waitcnt vmcnt(0)', [], 'att_vmem_latency'],
    ['s_waitcnt vmcnt(0)', ['scratch_load_dword v0'], 'att_scratch_spill'],
    ['s_waitcnt lgkmcnt(0)', ['s_load_dword s0', 'v_add_f32 v0'], 'att_smem_latency'],
    ['s_waitcnt lgkmcnt(0)', ['s_load_dword s0', 'ds_read_b32 v1'], 'att_lds_conflict'],
    ['s_waitcnt lgkmcnt(0)', [], 'att_dependency_chain'],
    ['s_waitcnt vmcnt(0) lgkmcnt(0)', ['ds_read_b32 v1', 'global_load_dword v2'], 'att_vmem_latency'],
    ['s_wait_loadcnt 0x0', [], 'att_vmem_latency'],
    ['s_wait_dscnt 0x0', [], 'att_lds_conflict'],
    ['s_wait_kmcnt 0x0', [], 'att_smem_latency'],
    ['s_waitcnt expcnt(0)', ['global_load_dword v2'], 'att_dependency_chain'],
    ['s_waitcnt_depctr 0xfff', ['global_load_dword v2'], 'att_dependency_chain'],
  ])('%s after %p waits for %s', (wait, earlier, category) => {
    expect(classifyInstruction(wait, earlier)).toBe(category);
  });
});
