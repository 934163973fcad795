import { describe, expect, it } from '@jest/globals';
import { classifyStallReason, classifyStallReasonTool } from '../../../src/catalog/att/classify-stall-reason.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('classifyStallReason', () => {
  it('INTERLOCK_VMEM, an older name', () => {
    const entry = classifyStallReason({ stall_code: 'INTERLOCK_VMEM' });
    expect(entry.name).toContain('VMEM');
    expect(entry.mitigation).not.toBe('');
  });

  it('takes the full name of the SDK', () => {
    const code = 'ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_WAITCNT';
    expect(classifyStallReason({ stall_code: code }).code).toBe('WAITCNT');
  });

  it('NOT_A_REAL_CODE: the error lists the codes', () => {
    const error = errorOf(() => classifyStallReason({ stall_code: 'NOT_A_REAL_CODE' }));
    expect(error.code).toBe('UNKNOWN_ID');
    expect(error.details['known']).toContain('ALU_DEPENDENCY');
  });

  it('answers the same over the wire', async () => {
    const expected = classifyStallReason({ stall_code: 'NONE' });
    expect(expected).not.toHaveProperty('category');
    await expectOverTheWire(classifyStallReasonTool, { stall_code: 'NONE' }, expected);
  });
});
