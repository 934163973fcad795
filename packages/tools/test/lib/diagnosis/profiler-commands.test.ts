import { describe, expect, it } from '@jest/globals';
import { findRocprofv3Option, isOptionInRelease } from '@perfxpert/knowledge';
import type { Command } from '../../../src/schemas/recommendation.js';
import { boundPasses, exactRegex, rocprofCompute, rocprofSys } from '../../../src/lib/diagnosis/profiler-commands.js';
import { recommend } from '../../../src/lib/diagnosis/recommend.js';
import { MI300X_DEVICE, buildFacts, factsOf } from '../../__fixtures__/facts.js';
import { richFacts } from './rich-facts.js';

const OPTIONS_OF_ROCPROF_SYS_RUN = new Set(['--trace', '--device', '--sample', 'cputime']);
const OPTIONS_OF_ROCPROF_COMPUTE = new Set(['-n', '--block', '--kernel']);

const NOTHING = new Set<string>();
const commands: Command[] = richFacts().flatMap(({ facts, options }) =>
  recommend(facts, { ...options, alreadyCollected: NOTHING }).flatMap((entry) => entry.commands),
);

describe('commands of recommendations', () => {
  it('use options of rocprofv3 that ROCm 7.0 has', () => {
    const used = commands
      .filter(({ tool }) => tool === 'rocprofv3')
      .flatMap(({ flags, args }) => [...flags, ...args.map(({ name }) => name)]);
    expect(new Set(used).size).toBeGreaterThan(8);
    for (const name of used) {
      const option = findRocprofv3Option(name);
      expect([name, option !== null && isOptionInRelease(option)]).toEqual([name, true]);
    }
  });

  it('use options that rocprof-sys-run and rocprof-compute profile have', () => {
    for (const { tool, flags, args, full_command: line } of commands) {
      if (tool === 'rocprof-sys') {
        expect(line).toMatch(/^rocprof-sys-run /);
        for (const flag of flags) expect(OPTIONS_OF_ROCPROF_SYS_RUN).toContain(flag);
      }
      if (tool === 'rocprof-compute') {
        expect(line).toMatch(/^rocprof-compute profile -n \w+ /);
        for (const { name } of args) expect(OPTIONS_OF_ROCPROF_COMPUTE).toContain(name);
      }
    }
  });

  it('give the thread trace a buffer that rocprofv3 accepts, in bytes', () => {
    const sizes = commands.flatMap(({ args }) => args.filter(({ name }) => name === '--att-buffer-size'));
    expect(sizes.length).toBeGreaterThan(0);
    for (const { value } of sizes) expect(Number(value)).toBeGreaterThanOrEqual(2 ** 20);
  });

  it('collect the two counters of HBM traffic in passes of their own', () => {
    expect(boundPasses(buildFacts(), './out', null).map(({ args }) => args[0])).toEqual([
      { name: '--pmc', value: 'GRBM_COUNT GRBM_GUI_ACTIVE SQ_WAVES' },
      { name: '--pmc', value: 'FETCH_SIZE' },
      { name: '--pmc', value: 'WRITE_SIZE' },
    ]);
  });

  it('collect what tells memory from arithmetic on the GPU of the trace, where nothing was collected', () => {
    const lines = boundPasses(buildFacts({ devices: [MI300X_DEVICE] }), './out', null).map(
      ({ args }) => args[0]?.value,
    );
    expect(lines.slice(1)).toEqual(['FETCH_SIZE', 'WRITE_SIZE']);
    // busy vector and matrix units, resident waves, LDS conflicts, and the clocks that they are shares of
    for (const name of ['GRBM_GUI_ACTIVE', 'SQ_ACTIVE_INST_VALU', 'SQ_VALU_MFMA_BUSY_CYCLES', 'SQ_WAVE_CYCLES'])
      expect(lines[0]?.split(' ')).toContain(name);
  });

  it('match exactly one kernel, whatever its name holds', () => {
    for (const name of ['void f<float, 4>(int*)', 'a.b+c?', '[x]{2}|y^$', String.raw`back\slash`]) {
      const pattern = new RegExp(exactRegex(name));
      expect(pattern.test(name)).toBe(true);
      expect(pattern.test(`${name}x`)).toBe(false);
    }
    expect(new RegExp(exactRegex('a.b')).test('axb')).toBe(false);
  });

  it('offer rocprof-compute for Instinct parts only', () => {
    const on = (gfxId: string) => ({ ...MI300X_DEVICE, agent: { ...MI300X_DEVICE.agent!, gfxId } });
    expect(rocprofCompute(factsOf({}, { devices: [on('gfx1100')] }), 'x', 'x')).toEqual([]);
    expect(rocprofCompute(factsOf({}, { devices: [on('gfx90a')] }), 'x', 'x')).toHaveLength(1);
  });

  it('start host sampling with its value as a word of its own', () => {
    expect(rocprofSys('x', ['--trace', '--sample', 'cputime']).full_command).toBe(
      'rocprof-sys-run --trace --sample cputime -- ./app',
    );
  });
});
