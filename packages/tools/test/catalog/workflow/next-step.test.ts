import { findRocprofv3Option, isOptionInRelease, profilingWorkflowCatalogue } from '@perfxpert/knowledge';
import { describe, expect, it } from '@jest/globals';
import { nextStep, nextStepTool } from '../../../src/catalog/workflow/next-step.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('nextStep', () => {
  it('0 collect', () => {
    expect(nextStep({ tier: 0, goal: 'collect' })).toEqual({
      next_tier: 1,
      action: 'rocprofv3 --sys-trace',
      command: 'rocprofv3 --sys-trace --output-format rocpd -d ./trace_output -o profile -- ./app',
    });
  });

  it('M20: 1 measure', () => {
    expect(nextStep({ tier: 1, goal: 'measure' })).toMatchObject({
      next_tier: 2,
      action: 'rocprofv3 --pmc SQ_WAVES GRBM_COUNT',
      command: expect.stringContaining('--kernel-trace --pmc SQ_WAVES GRBM_COUNT'),
    });
  });

  it('recommends options that rocprofv3 has, up to the release assumed for all', () => {
    const pairs = profilingWorkflowCatalogue().state_machine;
    expect(pairs).toHaveLength(5);
    for (const { tier, goal } of pairs) {
      const { command } = nextStep({ tier, goal });
      if (!command.startsWith('rocprofv3 ')) continue;
      const options =
        command
          .split(' -- ', 1)[0]
          ?.split(' ')
          .filter((word) => word.startsWith('-')) ?? [];
      for (const name of options) {
        const option = findRocprofv3Option(name);
        expect([name, option !== null && isOptionInRelease(option)]).toEqual([name, true]);
      }
    }
  });

  it('3 deep: the error lists the known pairs', () => {
    const error = errorOf(() => nextStep({ tier: 3, goal: 'deep' }));
    expect(error).toMatchObject({
      code: 'UNKNOWN_ID',
      details: { known: ['0 collect', '1 classify', '1 measure', '2 deep', '2 pc_sampling'] },
    });
  });

  it('refuses a tier that is none', async () => {
    expect(errorOf(() => nextStep({ tier: 4, goal: 'deep' })).code).toBe('INVALID_ARGUMENT');
    const expected = nextStep({ tier: 2, goal: 'deep' });
    expect(expected.command).toBe(
      'rocprofv3 --att --att-library-path /opt/rocm/lib --att-target-cu 1 -d ./att_output -- ./app',
    );
    await expectOverTheWire(nextStepTool, { tier: 2, goal: 'deep' }, expected);
  });
});
