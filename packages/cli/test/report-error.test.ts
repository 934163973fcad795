import { describe, expect, it } from '@jest/globals';
import { ToolError } from '@perfxpert/tools';
import { reportError } from '../src/report-error.js';
import { UsageError } from '../src/usage-error.js';
import { memoryIo } from './fixtures/memory-io.js';

describe('reportError', () => {
  it('tells what is wrong with the input in one line, exit 2', async () => {
    const io = memoryIo();
    expect(await reportError(new UsageError('--top-kernels 0: give a whole number of at least 1'), io)).toBe(2);
    expect(io.stderr.text).toBe('perfxpert: --top-kernels 0: give a whole number of at least 1\n');
  });

  it('takes the message and the code of errors of ours', async () => {
    const io = memoryIo();
    expect(await reportError(new ToolError('NOT_FOUND', 'trace.db: no such file'), io)).toBe(2);
    expect(io.stderr.text).toBe('perfxpert: trace.db: no such file\n');
  });

  it.each([
    ['/data/job/out/rank1/results.db', 'out/rank1/results.db'],
    ['out/rank1/results.db', 'out/rank1/results.db'],
    ['../results.db', '../results.db'],
    ['/elsewhere/results.db', '/elsewhere/results.db'],
    ['/data/job/other.db', 'results.db'],
    [7, 'results.db'],
  ])('names the file %p as %p', async (file, shown) => {
    const io = memoryIo({ cwd: '/data/job' });
    await reportError(new ToolError('NOT_FOUND', 'results.db: no such file', { path: file }), io);
    expect(io.stderr.text).toBe(`perfxpert: ${shown}: no such file\n`);
  });

  it('shows controls of a message as escapes, on one line', async () => {
    const io = memoryIo();
    await reportError(new UsageError('a\nb\x1b[31m\u202e'), io);
    expect(io.stderr.text).toBe('perfxpert: a\\nb\\x1b[31m\\u{202e}\n');
  });

  it.each([new Error('text of a trace'), 'text of a trace', new ToolError('INTERNAL', 'text of a trace')])(
    'hides the text of an internal error (%#), exit 70',
    async (error) => {
      const io = memoryIo();
      expect(await reportError(error, io)).toBe(70);
      expect(io.stderr.text).toBe('perfxpert: internal error (exit 70). Set PERFXPERT_DEBUG=1 and run again\n');
    },
  );

  it('shows stacks of the error and its causes with PERFXPERT_DEBUG=1, controls escaped', async () => {
    const io = memoryIo({ env: { PERFXPERT_DEBUG: '1' } });
    await reportError(new Error('outer', { cause: new TypeError('inner\x1b[2J') }), io);
    expect(io.stderr.text).toMatch(/Error: outer\n +at /);
    expect(io.stderr.text).toContain('TypeError: inner\\x1b[2J');
  });

  it('ends with causes that form a circle', async () => {
    const error = new Error('round');
    error.cause = error;
    expect(await reportError(error, memoryIo({ env: { PERFXPERT_DEBUG: '1' } }))).toBe(70);
  });
});
