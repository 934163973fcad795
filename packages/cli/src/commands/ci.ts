import fs from 'node:fs';
import path from 'node:path';
import type { GateOptions, RegressionGate, TraceDiff } from '@perfxpert/agents/toolkit';
import { CheckFailedError } from '../check-failed-error.js';
import type { Io } from '../io.js';
import { checkTarget } from '../output/check-target.js';
import { deliverReport } from '../output/deliver-report.js';
import { systemErrorCode } from '../output/system-error-code.js';
import { describeWriteFailure } from '../output/write-failure.js';
import { escapeText } from '../render/escape-text.js';
import type { CiFormatName, CiReport } from '../render/ci/ci-formats.js';
import { CI_FORMATS } from '../render/ci/ci-formats.js';
import { outcomeLine } from '../render/ci/outcome-line.js';
import { withoutCommands } from '../render/ci/without-commands.js';
import { isUnicodeTerminal, textWidth } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { compare } from './compare.js';
import type { CiFlags } from './ci-command.js';

/** A gate looks at every kernel, whatever is listed. */
const ALL_KERNELS = Number.MAX_SAFE_INTEGER;
/** Kernels of a summary: GitHub shows nothing of one above 1 MiB. */
const MOST_SUMMARY_KERNELS = 50;

/**
 * Runs `perfxpert ci`: report on stdout, files, annotations, and one line on stderr that says how it went.
 *
 * @throws CheckFailedError where a check failed, after all of that
 */
export async function ci(flags: CiFlags, io: Io): Promise<void> {
  const files = plannedFiles(flags, io);
  const whole = await compare(flags, ALL_KERNELS, io);
  const { gateComparison } = await import('@perfxpert/agents/toolkit');
  const gate = gateComparison(whole, gateOptions(flags, whole));
  const report = { diff: { ...whole, per_kernel: whole.per_kernel.slice(0, flags.topKernels) }, gate };
  const stdout = await draw(flags.format, report, io);
  const drawn: [PlannedFile, string][] = [];
  for (const file of files) drawn.push([file, await draw(file.format, summarized(file, report), io)]);
  await print(stdout, io);
  for (const [file, text] of drawn)
    if (file.isAppended) append(file, text, flags, io);
    else await deliverReport(file, text, flags.progress, io);
  if (flags.annotations) io.stderr.write(await draw('github', report, io));
  if (!gate.passed || !flags.quiet) io.stderr.write(`${withoutCommands(outcomeLine(report, isUnicodeTerminal(io)))}\n`);
  if (!gate.passed) throw new CheckFailedError();
}

/** A reader that goes away, as `head` does, has no say in the outcome. */
async function print(text: string, io: Io): Promise<void> {
  try {
    await deliverReport({ path: null, name: 'stdout' }, text, false, io);
  } catch (error) {
    if (systemErrorCode(error) !== 'EPIPE') throw error;
  }
}

interface PlannedFile {
  readonly format: CiFormatName;
  readonly path: string;
  readonly name: string;
  readonly isAppended: boolean;
}

function plannedFiles({ junit, sarif, summaryFile, baseline, next }: CiFlags, io: Io): PlannedFile[] {
  const inputs = [baseline, next].flat(3);
  const planned: PlannedFile[] = [];
  const plan = (flag: string, name: string | undefined, format: CiFormatName, isAppended = false): void => {
    if (name === undefined) return;
    const file = path.resolve(io.cwd, name);
    if (name === '') throw new UsageError(`${flag} ${name}: give the name of a file`);
    checkTarget(file, `${flag} ${name}`, { inputs, cwd: io.cwd, flag });
    if (planned.some((other) => other.path === file))
      throw new UsageError(`${flag} ${name}: another of the files goes there; choose another name`);
    planned.push({ format, path: file, name, isAppended });
  };
  plan('--junit', junit, 'junit');
  plan('--sarif', sarif, 'sarif');
  plan('--summary-file', summaryFile, 'markdown', true);
  return planned;
}

function gateOptions({ kernelThresholds, failOnNewHotKernel, allowUncertain }: CiFlags, diff: TraceDiff): GateOptions {
  const namedKernels = kernelThresholds.flatMap(({ text, thresholdPct }) =>
    text === null ? [] : [{ text, thresholdPct }],
  );
  for (const { text } of namedKernels)
    if (!diff.per_kernel.some(({ name, renamed_from: old }) => name.includes(text) || (old ?? '').includes(text)))
      throw new UsageError(`--kernel-threshold ${text}: no kernel has this in its name`);
  const all = kernelThresholds.findLast(({ text }) => text === null);
  return { namedKernels, failOnNewHotKernel, allowUncertain, kernelThresholdPct: all?.thresholdPct ?? null };
}

async function draw(format: CiFormatName, report: CiReport, io: Io): Promise<string> {
  const render = await CI_FORMATS[format].loadRenderer();
  return render(report, { width: textWidth(io.stdout), isUnicode: isUnicodeTerminal(io), isColored: false });
}

function summarized({ isAppended }: PlannedFile, report: { diff: TraceDiff; gate: RegressionGate }): CiReport {
  if (!isAppended) return report;
  return { ...report, diff: { ...report.diff, per_kernel: report.diff.per_kernel.slice(0, MOST_SUMMARY_KERNELS) } };
}

function append(file: PlannedFile, text: string, { progress }: CiFlags, io: Io): void {
  try {
    fs.mkdirSync(path.dirname(file.path), { recursive: true });
    fs.appendFileSync(file.path, text);
  } catch (error) {
    throw describeWriteFailure(file.name, error);
  }
  if (progress) io.stderr.write(`[perfxpert] added to ${escapeText(file.name)}\n`);
}
