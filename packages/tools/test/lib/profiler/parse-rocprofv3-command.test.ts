import { profilingWorkflowCatalogue } from '@perfxpert/knowledge';
import { describe, expect, it } from '@jest/globals';
import { parseRocprofv3Command } from '../../../src/lib/profiler/parse-rocprofv3-command.js';
import { rocprofv3Flags } from '../../../src/lib/profiler/rocprofv3-flags.js';
import { errorOf } from '../../support/expect-tool.js';

const parse = (line: string) => parseRocprofv3Command(line.split(' '));
const refusalOf = (argv: readonly string[]) => errorOf(() => parseRocprofv3Command(argv)).details['refusal'];

describe('parseRocprofv3Command', () => {
  it('takes a command apart into options and the program', () => {
    expect(parse('rocprofv3 --sys-trace -d out -- ./app --stats -d ../x')).toEqual({
      options: [
        { flag: '--sys-trace', values: [], field: 'argv.1' },
        { flag: '-d', values: ['out'], field: 'argv.2' },
      ],
      target: ['./app', '--stats', '-d', '../x'],
    });
    expect(parse('rocprofv3 --list-avail')).toEqual({
      options: [{ flag: '--list-avail', values: [], field: 'argv.1' }],
      target: null,
    });
  });

  it.each([
    ['rocprofv3 --pmc SQ_WAVES GRBM_COUNT -- ./app', ['SQ_WAVES', 'GRBM_COUNT']],
    ['rocprofv3 --pmc=SQ_WAVES,GRBM_COUNT -- ./app', ['SQ_WAVES,GRBM_COUNT']],
    ['rocprofv3 --att-target-cu=1 -- ./app', ['1']],
    ['rocprofv3 --pc-sampling-beta-enabled -- ./app', []],
    ['rocprofv3 --pc-sampling-beta-enabled Yes -- ./app', ['Yes']],
    ['rocprofv3 --pc-sampling-beta-enabled=off -- ./app', ['off']],
    ['rocprofv3 --hsa-core-trace=no -- ./app', ['no']],
    ['rocprofv3 --kernel-iteration-range [1-2],[5-8] -- ./app', ['[1-2],[5-8]']],
    ['rocprofv3 --ompt-trace -- ./app', []],
  ])('%s', (line, values) => {
    expect(parse(line).options).toMatchObject([{ values }]);
  });

  it('takes brackets and bars in patterns of kernel names, which no shell sees', () => {
    const argv = ['rocprofv3', '--kernel-include-regex', String.raw`^foo<float>\(int\)|bar$`, '--', './app'];
    expect(parseRocprofv3Command(argv).options[0]?.values).toEqual([String.raw`^foo<float>\(int\)|bar$`]);
    expect(refusalOf(['rocprofv3', '--kernel-include-regex=a\nb'])).toBe('profiler_option');
    expect(refusalOf(['rocprofv3', '--kernel-include-regex', 'x'.repeat(4097)])).toBe('profiler_option');
  });

  it.each([
    'rocprofv3 --preload x.so -- ./app',
    'rocprofv3 --preload=x.so -- ./app',
    'rocprofv3 --rocm-root /tmp -- ./app',
    'rocprofv3 --sdk-version 1 -- ./app',
    'rocprofv3 --echo -- ./app',
    'rocprofv3 --realpath -- ./app',
    'rocprofv3 --preloa x.so -- ./app',
    'rocprofv3 --unknown -- ./app',
    'rocprofv3 -dout -- ./app',
    'rocprofv3 --sys-trace=yes -- ./app',
    'rocprofv3 --hsa-core-trace=maybe -- ./app',
    'rocprofv3 --sys-trace ./app',
    'rocprofv3 loose -- ./app',
    'rocprofv3 --pmc -- ./app',
    'rocprofv3 --pmc --stats -- ./app',
    'rocprofv3 -d',
    'rocprofv3 -d --stats',
    'rocprofv3 -d= -- ./app',
    'rocprofv3 --att-target-cu 1 2 -- ./app',
    'rocprofv3 --pc-sampling-beta-enabled maybe -- ./app',
  ])('refuses %s', (line) => {
    expect(refusalOf(line.split(' '))).toBe('profiler_option');
  });

  it('refuses characters that a shell acts on, before and behind --', () => {
    expect(refusalOf(['rocprofv3', '--sys-trace', '--', './app;ls'])).toBe('shell_characters');
    expect(refusalOf(['rocprofv3', '--pmc', 'SQ_WAVES|x', '--', './app'])).toBe('shell_characters');
    expect(refusalOf(['rocprofv3', '-d', '%env{HOME}%', '--', './app'])).toBe('shell_characters');
    expect(refusalOf(['rocprofv3', '--sys-trace;x', '--', './app'])).toBe('shell_characters');
  });

  it('refuses a program that destroys', () => {
    expect(refusalOf(['rocprofv3', '--sys-trace', '--', 'rm', '-rf', 'x'])).toBe('dangerous_text');
  });

  it('wants rocprofv3 first and a program behind --', () => {
    for (const argv of [[], ['ls'], ['/opt/rocm/bin/rocprofv3'], ['rocprofv3', '--sys-trace', '--']])
      expect(errorOf(() => parseRocprofv3Command(argv))).toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('rocprofv3Flags', () => {
  it('holds all of the lists, and nothing that may never be used', () => {
    const {
      original_allowlist: customary,
      real_and_useful: real,
      never_allow: never,
    } = profilingWorkflowCatalogue().rocprofv3_flags;
    const known = rocprofv3Flags();
    const wanted = [...customary.no_value, ...customary.value, ...customary.multi_value, ...customary.optional_bool];
    for (const flag of [...wanted, ...real]) expect([flag, known.has(flag)]).toEqual([flag, true]);
    for (const flag of [...never, '--readlink', '--benchmark-mode'])
      expect([flag, known.has(flag)]).toEqual([flag, false]);
  });
});
