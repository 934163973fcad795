import path from 'node:path';
import type { MachineGpu } from '@perfxpert/agents/toolkit';
import { CheckFailedError } from '../check-failed-error.js';
import { lineDiff } from '../init/line-diff.js';
import { FRAMEWORKS, probeFrameworks } from '../init/probe-frameworks.js';
import { suggestedCommands } from '../init/suggested-commands.js';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { describeWriteFailure } from '../output/write-failure.js';
import { writeReportFile } from '../output/write-report-file.js';
import { escapeText } from '../render/escape-text.js';
import { formatCount, formatSignificant } from '../render/format-number.js';
import { plural } from '../render/plural.js';
import { UsageError } from '../usage-error.js';
import { readIfThere } from './config.js';
import type { InitFlags } from './init-command.js';

/** A new config file: every field, those without a value as comments. */
const TEMPLATE = `# Settings of perfxpert; the environment wins over them (perfxpert config env).
# provider: ollama          naming a service makes runs live
# airgap: false             true: no model and no network
# regression_threshold_pct: 5.0
`;

/** Runs `perfxpert init` in its four steps. @throws CheckFailedError where the user declines */
export async function init(flags: InitFlags, io: Io): Promise<void> {
  const say = (line: string) => writeText(io.stdout, `${escapeText(line)}\n`);
  await say('Step 1/4  GPUs');
  for (const line of await describeGpus(flags, io)) await say(`  ${line}`);
  await say('Step 2/4  Frameworks and kernels');
  const { frameworks, kernelCount } = await lookAtSources(flags, io);
  await say(`  ${frameworks.length === 0 ? 'no framework found' : frameworks.join(', ')}`);
  await say(`  ${kernelCount === 0 ? 'no kernels' : plural(kernelCount, 'kernel')} in ${flags.sourceDir}`);
  await say('Step 3/4  Config file');
  await writeConfig(flags, io, say);
  await say('Step 4/4  Record and analyse');
  for (const command of suggestedCommands(frameworks, kernelCount > 0)) await say(`  ${command}`);
}

async function describeGpus({ arch }: InitFlags, io: Io): Promise<string[]> {
  const { machineGpus, readSettings } = await import('@perfxpert/agents/toolkit');
  const gpus = await machineGpus(arch, readSettings({}, io.env), io.signal);
  if (gpus.length === 0) return ['none found; name the architecture of another machine with --arch, as --arch gfx942'];
  const lines = gpus.map(gpuLine);
  // The GPUs of a node are mostly alike.
  return [...new Set(lines)].map((line) => {
    const count = lines.filter((other) => other === line).length;
    return count === 1 ? line : `${formatCount(count)} × ${line}`;
  });
}

function gpuLine({ name, gfxId, cuCount, peakFp32Tflops, memoryTbps }: MachineGpu): string {
  const parts = [
    `${name ?? 'GPU'}${gfxId === null ? '' : ` (${gfxId})`}`,
    cuCount === null ? '' : `${formatCount(cuCount)} compute units`,
    peakFp32Tflops === null ? '' : `${formatSignificant(peakFp32Tflops)} TFLOP/s FP32`,
    memoryTbps === null ? '' : `${formatSignificant(memoryTbps)} TB/s`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

async function lookAtSources(
  { sourceDir }: InitFlags,
  io: Io,
): Promise<{ frameworks: readonly string[]; kernelCount: number }> {
  const { scanSource } = await import('@perfxpert/agents/toolkit');
  const folder = path.resolve(io.cwd, sourceDir);
  const { findings } = await scanSource(folder, io.signal === undefined ? {} : { signal: io.signal });
  const inSources = new Set(findings.programming_models.map(({ model }) => model));
  const importable = await probeFrameworks(io);
  const frameworks = FRAMEWORKS.map(([, name]) => name).filter(
    (name) => inSources.has(name) || importable.includes(name),
  );
  // What the sources use says more than what is installed.
  const ordered = [...frameworks].sort((a, b) => Number(inSources.has(b)) - Number(inSources.has(a)));
  return { frameworks: ordered, kernelCount: findings.kernel_count };
}

async function writeConfig(flags: InitFlags, io: Io, say: (line: string) => Promise<void>): Promise<void> {
  const { configFilePath, editConfigFile, parseConfigFile } = await import('@perfxpert/agents/toolkit');
  const file = flags.configPath === undefined ? configFilePath(io.env) : path.resolve(io.cwd, flags.configPath);
  if (file === null) throw new UsageError('no home folder: set HOME, or give --config-path');
  const before = readIfThere(file);
  const { problem } = parseConfigFile(before);
  if (problem !== null) throw new UsageError(`${file}: ${problem}; correct it first`);
  const base = before === '' ? TEMPLATE : before;
  const after = flags.provider === undefined ? base : editConfigFile(base, 'provider', flags.provider);
  if (after === before) return say(`  ${file}: no change`);
  if (before !== '') await agree(file, before, after, flags, io, say);
  try {
    writeReportFile(file, after);
  } catch (error) {
    throw describeWriteFailure(file, error);
  }
  await say(`  wrote ${file}`);
}

async function agree(
  file: string,
  before: string,
  after: string,
  { interactive }: InitFlags,
  io: Io,
  say: (line: string) => Promise<void>,
): Promise<void> {
  for (const line of lineDiff(before, after)) await say(`  ${line}`);
  if (!interactive) return;
  const answer = (await io.ask?.(`overwrite ${escapeText(file)}? [y/N] `)) ?? null;
  if (answer === null)
    throw new UsageError(`${file}: nobody there to ask; give --non-interactive to change it without asking`);
  if (/^\s*y(?:es)?\s*$/i.test(answer)) return;
  await say('  left as it is');
  throw new CheckFailedError();
}
