import { describe, expect, it } from '@jest/globals';
import { renderSources } from '../../../../src/render/text/sections/sources.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

describe('renderSources', () => {
  it('shows models, patterns with their places, kernels and what to record first', () => {
    const text = renderSources(fullReport(), testContext())?.lines.join('\n') ?? '';
    expect(text).toContain('HIP in 5 files, Triton in 2 files.');
    expect(text).toMatch(/memcpy_sync +high +memory_transfer +4 +2 +main\.hip:12, main\.hip:31/);
    expect(text).toMatch(/app::norm +global kernel def +norm\.hip:42/);
    expect(text).toContain('$ rocprofv3 --sys-trace -d ./profile_out -- ./your_app');
  });

  it('is left out of a report without a scan', () => {
    const { tier0_findings: _findings, ...report } = fullReport();
    expect(renderSources(report, testContext())).toBeNull();
  });
});
