import path from 'node:path';
import type { Io } from '../io.js';
import { checkTarget } from '../output/check-target.js';
import { openReportFile } from '../output/open-report-file.js';
import type { OpenReportFile } from '../output/open-report-file.js';
import { describeWriteFailure } from '../output/write-failure.js';
import { createProgress } from '../progress/create-progress.js';
import { escapeText } from '../render/escape-text.js';
import { formatBytes, formatCount, NO_BREAK_SPACE } from '../render/format-number.js';
import { plural } from '../render/plural.js';
import { UsageError } from '../usage-error.js';
import type { ExportFlags } from './export-command.js';

/** Runs `perfxpert export`. The file appears under its name when it is whole. */
export async function exportTrace(flags: ExportFlags, io: Io): Promise<void> {
  const isStdout = flags.output === '-';
  if (isStdout && io.stdout.isTTY === true)
    throw new UsageError('-o -: a timeline is no text for a terminal; use a pipe');
  const target = path.resolve(io.cwd, flags.output);
  if (!isStdout) checkTarget(target, flags.output, { inputs: flags.input, cwd: io.cwd });
  const progress = await createProgress(io, flags);
  io.signal?.addEventListener('abort', progress.stop, { once: true });
  const { exportTimeline } = await import('@perfxpert/agents/toolkit');
  const run = (write: (bytes: Uint8Array) => Promise<void>) =>
    exportTimeline(
      { database_path: [...flags.input], format: flags.format },
      { write, progressCallback: progress.stage, ...(io.signal === undefined ? {} : { signal: io.signal }) },
    );
  try {
    if (isStdout) {
      await run((bytes) => writeBytes(io, bytes));
      return;
    }
    const summary = await writeTo(target, flags.output, run);
    progress.stop();
    if (flags.progress) io.stderr.write(`[perfxpert] wrote ${escapeText(flags.output)} (${describe(summary)})\n`);
  } finally {
    io.signal?.removeEventListener('abort', progress.stop);
    progress.stop();
  }
}

type Run = (write: (bytes: Uint8Array) => Promise<void>) => Promise<Summary>;
interface Summary {
  readonly bytes: number;
  readonly kernels: number;
  readonly copies: number;
  readonly regions: number;
  readonly dropped: number;
}

async function writeTo(target: string, name: string, run: Run): Promise<Summary> {
  const opened: OpenReportFile[] = [];
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      throw describeWriteFailure(name, error);
    }
  };
  try {
    const summary = await run((bytes) => {
      attempt(() => {
        // Opened with the first bytes: a trace that cannot be read leaves no folder behind.
        if (opened.length === 0) opened.push(openReportFile(target));
        for (const file of opened) file.write(bytes);
      });
      return Promise.resolve();
    });
    attempt(() => {
      for (const file of opened) file.finish();
    });
    return summary;
  } catch (error) {
    for (const file of opened) file.discard();
    throw error;
  }
}

function writeBytes(io: Io, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    io.stdout.write(bytes, (error) => {
      if (error === undefined || error === null) resolve();
      else reject(error);
    });
  });
}

function describe({ bytes, kernels, copies, regions, dropped }: Summary): string {
  const size = formatBytes(bytes).replace(NO_BREAK_SPACE, ' ');
  const left = dropped === 0 ? '' : `; ${formatCount(dropped)} without usable times left out`;
  return `${size}: ${plural(kernels, 'kernel')}, ${plural(copies, 'copy', 'copies')}, ${plural(regions, 'call or marker', 'calls and markers')}${left}`;
}
