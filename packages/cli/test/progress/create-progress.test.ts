import { describe, expect, it } from '@jest/globals';
import { createProgress } from '../../src/progress/create-progress.js';
import { createDelayedProgress } from '../../src/progress/delayed-progress.js';
import { MemoryStream, memoryIo } from '../fixtures/memory-io.js';

const onTerminal = (env: Record<string, string> = {}) => memoryIo({ stderr: new MemoryStream(true), env });
const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

async function until(isTrue: () => boolean): Promise<void> {
  for (let turn = 0; turn < 10_000 && !isTrue(); turn++) await nextTurn();
  expect(isTrue()).toBe(true);
}

describe('createProgress', () => {
  it('logs each stage with the time so far under --verbose, without escape codes', () => {
    const io = onTerminal();
    const progress = createProgress(io, { verbose: true, progress: true });
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
      const progress = createProgress(io, flags);
      progress.stage('facts');
      await nextTurn();
      progress.stop();
      expect(io.stderr.text).toBe('');
    }
  });

  it('is silent about a run that is over soon, on a terminal too', async () => {
    const io = onTerminal();
    const progress = createProgress(io, { verbose: false, progress: true });
    progress.stage('facts');
    progress.stop();
    await nextTurn();
    expect(io.stderr.text).toBe('');
  });
});

describe('createDelayedProgress', () => {
  it('shows a spinner with stage and time, and clears it at the end', async () => {
    const io = onTerminal({ NO_COLOR: '1' });
    const progress = createDelayedProgress(io, true, () => 0.8, 0);
    progress.stage('reading rank2.db');
    await until(() => io.stderr.text.includes('reading rank2.db  0.8 s'));
    progress.stage('facts');
    expect(io.stderr.text).toContain('facts  0.8 s');
    progress.stop();
    expect(io.stderr.text.endsWith('<clear>') || /<clear>(\x1b\[\?\d+[hl])*$/.test(io.stderr.text)).toBe(true);
    expect(io.stderr.text).not.toContain('\x1b[36m');
  });

  it('paints the stage cyan where colours are allowed', async () => {
    const io = onTerminal();
    const progress = createDelayedProgress(io, true, () => 0.8, 0);
    await until(() => io.stderr.text.includes('\x1b[36mstarting'));
    progress.stop();
  });

  it('turns ASCII without UTF-8', async () => {
    const io = onTerminal({ LANG: 'C', NO_COLOR: '1' });
    const progress = createDelayedProgress(io, true, () => 0.8, 0);
    await until(() => io.stderr.text.includes('starting'));
    progress.stop();
    expect(io.stderr.text).toMatch(/[-\\|/] starting/);
  });

  it('writes lines where no line can be rewritten', async () => {
    const io = onTerminal({ CI: 'true' });
    const progress = createDelayedProgress(io, false, () => 0.8, 0);
    progress.stage('reading');
    progress.stage('facts');
    progress.stop();
    expect(io.stderr.text).toBe('[perfxpert] reading  0.8 s\n[perfxpert] facts  0.8 s\n');
  });

  it('shows itself at the next stage where work kept its timer from firing', () => {
    const io = onTerminal();
    const progress = createDelayedProgress(io, false, () => 60, 50_000);
    progress.stage('facts');
    progress.stop();
    expect(io.stderr.text).toBe('[perfxpert] facts  60.0 s\n');
  });

  it('shows nothing after the end, though the spinner was still loading', async () => {
    const io = onTerminal();
    const progress = createDelayedProgress(io, true, () => 60, 50_000);
    progress.stage('facts');
    progress.stop();
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    expect(io.stderr.text).toBe('');
  });
});
