import { describe, expect, it } from '@jest/globals';
import { renderThreadTrace } from '../../../../src/render/text/sections/thread-trace.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

describe('renderThreadTrace', () => {
  it('shows the worst instructions of each kernel with kind, place and share', () => {
    const text = renderThreadTrace(fullReport(), testContext())?.lines.join('\n') ?? '';
    expect(text).toMatch(/s_waitcnt vmcnt\(0\) +vmem latency +norm\.hip:15 +3,128 +97,536 +99\.2% +256 +73\.8%/);
    expect(text).toContain('elsewhere(int), not in the trace: ');
    expect(text).toContain('weak sample');
  });

  it('says why there is nothing', () => {
    const { att_trace: att } = fullReport();
    if (att === undefined) throw new Error('the fixture has no thread trace');
    const none = { ...att, has_att_data: false, is_discovered: false, reason: 'the folder was not found', kernels: [] };
    expect(renderThreadTrace({ ...fullReport(), att_trace: none }, testContext())?.lines).toEqual([
      '  runs/att: the folder was not found.',
    ]);
  });

  it('R22: is left out of a report without a thread trace', () => {
    const { att_trace: _att, ...report } = fullReport();
    expect(renderThreadTrace(report, testContext())).toBeNull();
  });
});
