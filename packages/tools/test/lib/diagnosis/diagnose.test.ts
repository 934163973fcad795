import { describe, expect, it } from '@jest/globals';
import { diagnose } from '../../../src/lib/diagnosis/diagnose.js';
import { buildFacts, copies, counters, factsOf, hotspot, partition, quality } from '../../__fixtures__/facts.js';

const codes = (...args: Parameters<typeof diagnose>) => diagnose(...args).diagnostics.map(({ code }) => code);

describe('diagnose', () => {
  it('says that a healthy trace needs no change, with the evidence', () => {
    const facts = factsOf(
      { idle: 2 },
      {
        hotspots: [hotspot('gemm', 95)],
        hardwareCounters: counters({ utilizationPct: 99 }, { gemm: { MfmaUtil: 85 } }),
      },
    );
    const { verdict, recommendations } = diagnose(facts);
    expect(recommendations).toEqual([]);
    expect(verdict).toMatchObject({ primary_bottleneck: 'compute', driver: null });
    expect(verdict.overall_assessment).toMatch(/^No change worth making: gemm .*matrix units busy 85\.0%/);
  });

  it('JR-3 warns once where no dispatch has counters', () => {
    const { diagnostics } = diagnose(factsOf({ copy: 40 }));
    expect(diagnostics.filter(({ code }) => code === 'NO_COUNTERS')).toEqual([
      expect.objectContaining({
        severity: 'warning',
        section: 'hardware_counters',
        how_to_fix: expect.stringContaining('rocprofv3 --pmc GRBM_COUNT GRBM_GUI_ACTIVE SQ_WAVES -- ./app'),
      }),
    ]);
    expect(codes(factsOf({ copy: 40 }, { hardwareCounters: counters() }))).toEqual([]);
    expect(codes(buildFacts())).toEqual([]);
  });

  it('says what counters would decide where the GPU is the limit', () => {
    expect(codes(factsOf({}))).toEqual(['NO_COUNTERS', 'GPU_BOUND_NEEDS_COUNTERS']);
    expect(codes(factsOf({ copy: 40 }))).toEqual(['NO_COUNTERS']);
  });

  it('says that idle time of a lossy trace is not judged', () => {
    const facts = factsOf({ idle: 40 }, { traceQuality: quality({ lossy: true, missing_frac: 0.3 }) });
    expect(codes(facts)).toContain('IDLE_NOT_JUDGED');
  });

  it('leaves out commands for data that exist', () => {
    const facts = factsOf({ copy: 40 }, { memoryAnalysis: { 'Host-to-Device': copies() } });
    const lines = (options = {}) =>
      diagnose(facts, options).recommendations.flatMap((entry) =>
        entry.commands.map((command) => command.full_command),
      );
    expect(lines({ alreadyCollected: new Set() }).some((line) => line.includes('--sys-trace'))).toBe(true);
    expect(lines({ alreadyCollected: new Set(['--sys-trace']) }).some((line) => line.includes('--sys-trace'))).toBe(
      false,
    );
  });

  it('survives an empty trace and a window of length 0', () => {
    for (const facts of [buildFacts(), factsOf({}, { executionBreakdown: partition({ wall: 0 }) })]) {
      const { verdict, recommendations } = diagnose(facts);
      expect(verdict.primary_bottleneck).toBe('data_insufficient');
      expect(recommendations.every((entry) => entry.recoverable_ns === null)).toBe(true);
    }
  });

  it('keeps hostile names out of lines and quotes them in commands', () => {
    const name = "evil'; rm -rf ~\n\u202e$(x)";
    const { recommendations, verdict } = diagnose(factsOf({}, { hotspots: [hotspot(name, 90)] }));
    const [entry] = recommendations;
    expect(entry!.target).toBe(name);
    expect(`${entry!.title}${entry!.issue}${verdict.overall_assessment}`).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(entry!.commands[0]!.full_command).not.toContain('\n');
    expect(entry!.commands[0]!.full_command).toContain(String.raw`'^evil'\''; rm -rf ~`);
  });
});
