import { describe, expect, it } from '@jest/globals';
import { createProgress } from '../../src/progress/create-progress.js';
import { createTerminalProgress } from '../../src/progress/terminal-progress.js';
import { MemoryStream, memoryIo } from '../fixtures/memory-io.js';

const onTerminal = (env: Record<string, string> = {}, columns = 120) =>
  memoryIo({ stderr: new MemoryStream(true, columns), env });

describe('createProgress', () => {
  it('logs each stage with the time so far under --verbose, without escape codes', async () => {
    const io = onTerminal();
    const progress = await createProgress(io, { verbose: true, progress: true });
    progress.stage('reading a\x1b.db');
    progress.stage('facts');
    progress.stop();
    expect(io.stderr.text).toMatch(
      /^\[perfxpert\] reading a\\x1b\.db {2}\d+\.\d s\n\[perfxpert\] facts {2}\d+\.\d s\n$/,
    );
  });

  it('is silent where stderr is no terminal, and under --no-progress', async () => {
    for (const [io, flags] of [
      [memoryIo(), { verbose: false, progress: true }],
      [onTerminal(), { verbose: true, progress: false }],
    ] as const) {
      const progress = await createProgress(io, flags);
      progress.stage('facts');
      progress.stop();
      expect(io.stderr.text).toBe('');
    }
  });
});

describe('createTerminalProgress', () => {
  it('is silent in the first half second', () => {
    const io = onTerminal();
    const progress = createTerminalProgress(io, () => 0.49);
    progress.stage('facts');
    progress.stop();
    expect(io.stderr.text).toBe('');
  });

  it('rewrites one line and clears it at the end', () => {
    const io = onTerminal({ NO_COLOR: '1' });
    const progress = createTerminalProgress(io, () => 0.8);
    progress.stage('reading rank2.db');
    progress.stage('facts');
    progress.stop();
    expect(io.stderr.text).toBe('\r\x1b[2K⠋ reading rank2.db  0.8 s\r\x1b[2K⠙ facts  0.8 s\r\x1b[2K');
  });

  it('goes on by itself while a stage lasts', async () => {
    const io = onTerminal({ NO_COLOR: '1' });
    let now = 0;
    const progress = createTerminalProgress(io, () => now);
    progress.stage('facts');
    now = 1;
    while (io.stderr.text === '') await new Promise((resolve) => setTimeout(resolve, 5));
    progress.stop();
    expect(io.stderr.text).toContain('facts  1.0 s');
  });

  it('paints the stage cyan where colours are allowed', () => {
    const io = onTerminal();
    const progress = createTerminalProgress(io, () => 1);
    progress.stage('facts');
    progress.stop();
    expect(io.stderr.text).toContain('\x1b[36mfacts  1.0 s\x1b[39m');
  });

  it('turns ASCII without UTF-8, and stays within the terminal', () => {
    const io = onTerminal({ LANG: 'C', NO_COLOR: '1' }, 30);
    const progress = createTerminalProgress(io, () => 1);
    progress.stage(`reading ${'n'.repeat(100)}`);
    progress.stop();
    // 27 columns: 12 of the head, the ellipsis, 12 of the tail
    expect(io.stderr.text).toBe('\r\x1b[2K- reading nnnn...nnnnn  1.0 s\r\x1b[2K');
  });

  it('shows controls of a path as escapes', () => {
    const io = onTerminal({ NO_COLOR: '1' });
    const progress = createTerminalProgress(io, () => 1);
    progress.stage('reading a\x1b[2J\n.db');
    progress.stop();
    expect(io.stderr.text).toContain('reading a\\x1b[2J\\n.db  1.0 s');
  });

  it.each([{ CI: 'true' }, { TERM: 'dumb' }])('writes each stage as a line with %p', (env) => {
    const io = onTerminal(env);
    const progress = createTerminalProgress(io, () => 0.8);
    progress.stage('reading');
    progress.stage('reading');
    progress.stage('facts');
    progress.stop();
    expect(io.stderr.text).toBe('[perfxpert] reading  0.8 s\n[perfxpert] facts  0.8 s\n');
  });
});
