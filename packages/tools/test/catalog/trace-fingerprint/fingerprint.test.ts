import { describe, expect, it } from '@jest/globals';
import { fingerprint, fingerprintTool } from '../../../src/catalog/trace-fingerprint/fingerprint.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

const of = (cmd: string) => fingerprint({ cmd });

describe('fingerprint', () => {
  it('FP-1: a trace flag', () => {
    expect(of('rocprofv3 --sys-trace -- ./app')).toEqual(['--sys-trace']);
  });

  it('FP-2: counters', () => {
    expect(of('rocprofv3 --pmc SQ_WAVES GRBM_COUNT -- ./app')).toEqual(['pmc:GRBM_COUNT', 'pmc:SQ_WAVES']);
  });

  it('FP-3: the order does not matter', () => {
    expect(of('rocprofv3 --sys-trace --stats -- ./app')).toEqual(of('rocprofv3 --stats --sys-trace -- ./app'));
  });

  it('FP-4: the output does not matter', () => {
    expect(of('rocprofv3 --sys-trace -d ./out1 -- ./app')).toEqual(of('rocprofv3 --sys-trace -d ./out2 -- ./app'));
    expect(of('rocprofv3 --sys-trace -d --stats')).toEqual(['--stats', '--sys-trace']);
  });

  it('FP-5: nothing', () => {
    expect(of('')).toEqual([]);
  });

  it('M17: what follows -- belongs to the program', () => {
    expect(of('rocprofv3 --pmc SQ_WAVES GRBM_COUNT -d out -- ./app --stats')).toEqual([
      'pmc:GRBM_COUNT',
      'pmc:SQ_WAVES',
    ]);
  });

  it('reads counters with commas, an equals sign, and several lists', () => {
    expect(of('rocprofv3 --pmc=SQ_WAVES,GRBM_COUNT --pmc FETCH_SIZE, WRITE_SIZE -- ./app')).toEqual([
      'pmc:FETCH_SIZE',
      'pmc:GRBM_COUNT',
      'pmc:SQ_WAVES',
      'pmc:WRITE_SIZE',
    ]);
  });

  it('maps short names to long ones', () => {
    expect(of('rocprofv3 -s -f csv json -o x -- ./app')).toEqual(['--sys-trace']);
    expect(of('rocprofv3 -r -- ./app')).toEqual(['--runtime-trace']);
  });

  it('knows the collection flags of today', () => {
    const cmd =
      'rocprofv3 --marker-trace --rccl-trace --scratch-memory-trace --memory-allocation-trace --hip-runtime-trace ' +
      '--hip-compiler-trace --hsa-core-trace --hsa-amd-trace --kokkos-trace -- ./app';
    expect(of(cmd)).toHaveLength(9);
  });

  it('keeps what narrows the data', () => {
    const cmd =
      "rocprofv3 --att --att-target-cu 1 --att-library-path /opt/rocm/lib --kernel-include-regex 'gemm.*' " +
      '--kernel-iteration-range "[1-2]" "[5-6]" -- ./app';
    expect(of(cmd)).toEqual([
      '--att',
      'opt:att-target-cu=1',
      'opt:kernel-include-regex=gemm.*',
      'opt:kernel-iteration-range=[1-2] [5-6]',
    ]);
  });

  it('keeps the settings of PC sampling', () => {
    const cmd =
      'rocprofv3 --pc-sampling-beta-enabled true --pc-sampling-method host_trap --pc-sampling-unit time ' +
      '--pc-sampling-interval 1 -- ./app';
    expect(of(cmd)).toEqual([
      '--pc-sampling-beta-enabled',
      'opt:pc-sampling-interval=1',
      'opt:pc-sampling-method=host_trap',
      'opt:pc-sampling-unit=time',
    ]);
  });

  it('sees a flag that is turned off', () => {
    expect(of('rocprofv3 --sys-trace --hsa-trace=no --marker-trace off -- ./app')).toEqual([
      '--sys-trace',
      'opt:hsa-trace=false',
      'opt:marker-trace=false',
    ]);
  });

  it('starts at the profiler', () => {
    expect(of('mpirun -n 4 -s /opt/rocm/bin/rocprofv3 --hip-trace -- ./app')).toEqual(['--hip-trace']);
  });

  it('refuses quotes that are not closed', () => {
    expect(errorOf(() => of('rocprofv3 --kernel-include-regex "gemm'))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      details: { field: 'cmd' },
    });
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(fingerprintTool, { cmd: 'rocprofv3 --att -- a' }, ['--att']);
  });
});
