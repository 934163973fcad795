import { describe, expect, it } from '@jest/globals';
import { fillGap, fillGapTool } from '../../../src/catalog/profiling/fill-gap.js';
import { fingerprint } from '../../../src/catalog/trace-fingerprint/fingerprint.js';
import { expectOverTheWire } from '../../support/expect-tool.js';

const gap = (fingerprintTokens: readonly string[], goal = '', hasDb = true) =>
  fillGap({ current_fingerprint: [...fingerprintTokens], goal, has_db: hasDb });

const TRACE = ['--sys-trace', '--hip-trace'];
const ALL = [
  ...TRACE,
  '--kernel-trace',
  'tier0',
  'pmc:SQ_WAVES',
  'pmc:GRBM_COUNT',
  'pmc:FETCH_SIZE',
  'pmc:WRITE_SIZE',
  'pc_sampling',
  'att',
  'roofline',
  'deep_analysis',
];

describe('fillGap', () => {
  it('reads what exists first', () => {
    expect(gap([])).toEqual({
      cost_s: 0,
      name: 'read_existing_db',
      adds: ['--hip-trace', '--sys-trace'],
      goal_known: false,
      command: null,
    });
  });

  it('then scans the source', () => {
    expect(gap(TRACE)).toMatchObject({ name: 'source_scan', cost_s: 10, adds: ['tier0'] });
  });

  it('then counts', () => {
    expect(gap([...TRACE, '--kernel-trace', 'tier0'])).toMatchObject({
      name: 'rocprofv3 --pmc SQ_WAVES GRBM_COUNT',
      cost_s: 90,
      adds: ['pmc:GRBM_COUNT', 'pmc:SQ_WAVES'],
      command:
        'rocprofv3 --kernel-trace --pmc SQ_WAVES GRBM_COUNT --output-format rocpd -d ./counters_output -o profile -- ./app',
    });
  });

  it('ends', () => {
    expect(gap(ALL)).toBeNull();
  });

  it('goes straight for what a goal lacks', () => {
    expect(gap([], 'memory_bandwidth')).toMatchObject({
      name: 'rocprofv3 --pmc FETCH_SIZE',
      cost_s: 120,
      goal_known: true,
    });
    expect(gap(['pmc:FETCH_SIZE'], 'memory_bandwidth')?.adds).toEqual(['pmc:WRITE_SIZE']);
    expect(gap(['pmc:FETCH_SIZE', 'pmc:WRITE_SIZE'], 'memory_bandwidth')).toBeNull();
  });

  it('says when it does not know the goal', () => {
    expect(gap([], 'world_peace')).toMatchObject({ name: 'read_existing_db', goal_known: false });
  });

  it('reads no trace that does not exist', () => {
    expect(gap([], 'timeline', false)).toMatchObject({
      name: 'rocprofv3 --sys-trace',
      command: 'rocprofv3 --sys-trace --output-format rocpd -d ./trace_output -o profile -- ./app',
    });
  });

  it('understands the tokens of a command', () => {
    const tokens = fingerprint({ cmd: 'rocprofv3 --pc-sampling-beta-enabled --pc-sampling-method host_trap -- ./app' });
    expect(gap(tokens, 'stall_analysis')).toMatchObject({ name: 'rocprofv3 --att', adds: ['att'] });
    const command = gap(['--att'], 'stall_analysis')?.command ?? '';
    expect(command).toContain('--pc-sampling-beta-enabled --pc-sampling-method host_trap --pc-sampling-unit time');
  });

  it('answers null over the wire', async () => {
    await expectOverTheWire(fillGapTool, { current_fingerprint: ALL, goal: '', has_db: null }, null);
  });
});
