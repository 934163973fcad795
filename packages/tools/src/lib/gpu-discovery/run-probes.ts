import { childEnvironment } from '../process/child-environment.js';
import { cleanToolOutput } from '../text/clean-tool-output.js';
import { isPerfXpertError } from '../../tool/tool-errors.js';
import type { ToolContext } from '../../tool/tool-context.js';
import type { GpuSource } from './gpu-record.js';

/** A command that describes GPUs. All of them only read. */
interface Probe {
  readonly source: GpuSource;
  readonly command: string;
  readonly args: readonly string[];
}

const PROBES: readonly Probe[] = [
  { source: 'rocminfo', command: 'rocminfo', args: [] },
  { source: 'rocm-smi', command: 'rocm-smi', args: ['--showproductname', '--showmeminfo', 'vram', '--json'] },
  { source: 'rocm-smi', command: 'rocm-smi', args: ['--showclocks', '--showclkfrq', '--json'] },
  { source: 'amd-smi', command: 'amd-smi', args: ['list', '--json'] },
  { source: 'amd-smi', command: 'amd-smi', args: ['static', '--json'] },
  { source: 'amd-smi', command: 'amd-smi', args: ['metric', '--json'] },
];
/** Output of one command that is looked at, bytes: that of a node with 64 partitions is below 1 MiB. */
const MAX_OUTPUT_BYTES = 8 * 2 ** 20;
const LEAST_TIMEOUT_MS = 100;
const DEFAULT_TIMEOUT_MS = 5000;

/** What the commands said, by source in the order of `PROBES`, and why some said nothing. */
export interface ProbeOutputs {
  readonly outputs: Readonly<Record<GpuSource, readonly string[]>>;
  readonly errors: readonly string[];
}

/**
 * Runs the commands at once, each with a time limit, without a shell, in the environment that started programs get and in
 * the language C. A command that is missing, fails or takes too long is an error text; what it printed counts all the same.
 *
 * @throws ToolError CANCELLED
 */
export async function runProbes(context: ToolContext): Promise<ProbeOutputs> {
  const { environment } = await childEnvironment(context, { LC_ALL: 'C' });
  const timeoutMs = Math.max(LEAST_TIMEOUT_MS, context.settings.gpuDiscoveryTimeoutMs ?? DEFAULT_TIMEOUT_MS);
  const runs = await Promise.all(
    PROBES.map(async (probe) => ({ probe, ...(await runProbe(context, probe, environment, timeoutMs)) })),
  );
  const outputsOf = (source: GpuSource): string[] =>
    runs.flatMap(({ probe, output }) => (probe.source === source && output !== '' ? [output] : []));
  return {
    outputs: {
      rocminfo: outputsOf('rocminfo'),
      'kfd-topology': [],
      'rocm-smi': outputsOf('rocm-smi'),
      'amd-smi': outputsOf('amd-smi'),
    },
    errors: runs.flatMap(({ error }) => error ?? []),
  };
}

async function runProbe(
  context: ToolContext,
  { command, args }: Probe,
  environment: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<{ readonly output: string; readonly error: string | null }> {
  const label = [command, ...args].join(' ');
  try {
    const result = await context.runProcess({
      command,
      args,
      cwd: '/',
      environment,
      timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      ...(context.signal === undefined ? {} : { signal: context.signal }),
    });
    const output = cleanToolOutput(result.stdout.trim() === '' ? result.stderr : result.stdout);
    if (result.timed_out) return { output, error: `${label}: no answer within ${String(timeoutMs)} ms` };
    if (result.exit_code === 0) return { output, error: null };
    return { output, error: `${label}: ended with ${String(result.exit_code ?? result.signal)}` };
  } catch (error) {
    if (isPerfXpertError(error) && error.code === 'CANCELLED') throw error;
    const isMissing = isPerfXpertError(error) && error.code === 'NOT_FOUND';
    return { output: '', error: `${label}: ${isMissing ? 'not installed' : 'could not be started'}` };
  }
}
