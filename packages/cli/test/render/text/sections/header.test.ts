import { describe, expect, it } from '@jest/globals';
import { renderHeader } from '../../../../src/render/text/sections/header.js';
import { fullReport } from '../../../fixtures/full-report.js';
import { testContext } from '../../../fixtures/text-context.js';

function header(change: (report: ReturnType<typeof fullReport>) => void): string {
  const report = fullReport();
  change(report);
  return renderHeader(report, testContext()).lines.join('\n').replaceAll('\u00a0', ' ');
}

describe('renderHeader', () => {
  it('counts equal GPUs and names different ones', () => {
    expect(header(() => {})).toContain('2 × MI300X (gfx942)');
    const text = header(({ profiling_info: { gpus } }) => {
      gpus[1] = { ...gpus[0]!, name: null, architecture: 'gfx90a' };
    });
    expect(text).toContain('MI300X (gfx942) + gfx90a');
  });

  it('counts a GPU once that processes of a machine used one after the other', () => {
    const passes = (nodes: string[], groups: number[]) =>
      header((report) => {
        const guids = nodes.map((_node, index) => `p${String(index)}`);
        report.metadata.processes = guids.map((guid, index) => ({
          ...report.metadata.processes[0]!,
          guid,
          node: nodes[index]!,
        }));
        report.profiling_info.gpus = guids.map((guid) => ({ ...report.profiling_info.gpus[0]!, guid }));
        report.execution_breakdown!.devices = guids.map((guid, index) => ({
          ...report.execution_breakdown!.devices[0]!,
          guid,
          agent_id: report.profiling_info.gpus[0]!.agent_id,
          group: groups[index]!,
        }));
      });
    expect(passes(['n', 'n', 'n'], [0, 1, 2])).not.toContain('×');
    // at one time, or on several machines, they are several
    expect(passes(['n', 'n', 'n'], [0, 0, 1])).toContain('2 × MI300X (gfx942)');
    expect(passes(['a', 'b', 'b'], [0, 1, 2])).toContain('2 × MI300X (gfx942)');
  });

  it('names ranks as a span where none is missing', () => {
    const withRanks = (ranks: (number | null)[]) =>
      header((report) => {
        report.metadata.processes = ranks.map((rank) => ({ ...report.metadata.processes[0]!, rank }));
      });
    expect(withRanks([3, 1, 2, null])).toContain('ranks 1–3');
    expect(withRanks([7])).toContain('rank 7');
    expect(withRanks([0, 2, 5])).toContain('3 ranks, 0 to 5');
    expect(withRanks([null]).split('\n')[0]).not.toContain('rank ');
  });

  it('says how many windows there are where there are several', () => {
    expect(
      header((report) => {
        report.execution_breakdown!.group_count = 12;
      }),
    ).toContain('12 windows of 86.7 ms in all');
  });

  it('shows the name of the input, not its folders', () => {
    expect(
      header((report) => {
        report.metadata.database_file = 'C:\\runs\\a.db';
        report.metadata.inputs = report.metadata.inputs.slice(0, 1);
      }),
    ).toMatch(/^a\.db /m);
  });
});
