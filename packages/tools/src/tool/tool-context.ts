import { readFile } from 'node:fs/promises';
import { openTrace as openRocpdTrace } from '@perfxpert/rocpd';
import type { Trace } from '@perfxpert/rocpd';
import type { RuntimeGpuSpec } from '../lib/hardware/runtime-gpu-spec.js';

/** Settings a tool may depend on; whoever calls it resolves them from arguments, environment and files. */
export interface ToolSettings {
  /** Percent of change of the GPU window above which a comparison counts as a regression. */
  readonly regressionThresholdPct?: number;
  /** File of a captured amd-smi or rocm-smi log. */
  readonly gpuMonitorLog?: string;
  /** GPUs of this machine, where the caller discovered them; only `arch.lookup_peaks` looks at them. */
  readonly runtimeGpuSpecs?: readonly RuntimeGpuSpec[];
}

/** What is not data: tools touch the outside only through this object. */
export interface ToolContext {
  openTrace(paths: string | readonly string[]): Trace;
  readText(path: string): Promise<string>;
  readonly settings: ToolSettings;
  readonly signal?: AbortSignal;
  /** One line about the stage that begins. Absent when nobody listens: then nothing is formatted. */
  readonly progressCallback?: (stage: string) => void;
}

/** Options that every exported library function takes beside its input. */
export type ToolOptions = Partial<Omit<ToolContext, 'openTrace' | 'readText'>>;

/** The context that library functions use when the caller passes none. */
export function createToolContext(options: Partial<ToolContext> = {}): ToolContext {
  return {
    openTrace: (paths) => openRocpdTrace(paths),
    readText: (path) => readFile(path, 'utf8'),
    settings: {},
    ...options,
  };
}
