import { readFile } from 'node:fs/promises';
import { openTrace as openRocpdTrace } from '@perfxpert/rocpd';
import type { Trace } from '@perfxpert/rocpd';
import type { RuntimeGpuSpec } from '../lib/hardware/runtime-gpu-spec.js';
import type { PredictionStore } from '../store/predictions.js';
import { processPredictions, processTasks } from '../store/process-stores.js';
import type { TaskStore } from '../store/tasks.js';
import { NODE_PROJECT_FILES } from './project-files.js';
import type { ProjectFiles } from './project-files.js';
import type { ProcessEnvironment, ProcessRequest, ProcessResult } from './run-process.js';

/** Settings a tool may depend on; whoever calls it resolves them from arguments, environment and files. */
export interface ToolSettings {
  /** Percent of change of the GPU window above which a comparison counts as a regression. */
  readonly regressionThresholdPct?: number;
  /** Percent of the summed kernel time that the hot kernels of a comparison cover. Default 80. */
  readonly hotKernelCoveragePct?: number;
  /** File of a captured amd-smi or rocm-smi log. */
  readonly gpuMonitorLog?: string;
  /** GPUs of this machine, where the caller discovered them; only `arch.lookup_peaks` looks at them. */
  readonly runtimeGpuSpecs?: readonly RuntimeGpuSpec[];
  /** Whether the discovery of GPUs is off: it starts programs of ROCm. Default: on. */
  readonly gpuDiscoveryDisabled?: boolean;
  /** Time limit of each of these programs, milliseconds, at least 100. Default 5000. */
  readonly gpuDiscoveryTimeoutMs?: number;
  /** Compiler of `compile_runner.build`: a name on the PATH or an absolute path. Default: amdclang++. */
  readonly compiler?: string;
  /** Whether programs may come from folders below HOME: whoever can write there can replace them. Default: no. */
  readonly trustHomePrograms?: boolean;
}

/** What is not data: tools touch the outside only through this object. */
export interface ToolContext {
  openTrace(paths: string | readonly string[]): Trace;
  readText(path: string): Promise<string>;
  /** Starts a program without a shell; only tools of the class `execution` and the discovery of GPUs do. */
  runProcess(request: ProcessRequest): Promise<ProcessResult>;
  /** The files of a project, for tools of the class `execution`. */
  readonly files: ProjectFiles;
  /**
   * The variables that the environment of a started program is chosen from (`lib/process/child-environment.ts`), and
   * where external tools are looked for. Nobody here reads `process.env`: by default there is a PATH and nothing else,
   * and who has the user's environment passes it.
   */
  readonly processEnvironment: ProcessEnvironment;
  readonly settings: ToolSettings;
  /** Predictions of the state folder; by default those of this process, in memory. */
  readonly predictions: PredictionStore;
  /** Tasks of the state folder; by default those of this process, in memory. */
  readonly tasks: TaskStore;
  /** The time, for what a store notes; no analysis depends on it. */
  now(): Date;
  readonly signal?: AbortSignal;
  /** One line about the stage that begins. Absent when nobody listens: then nothing is formatted. */
  readonly progressCallback?: (stage: string) => void;
}

/** What `processEnvironment` is when nobody passes one: the folders of the system's own programs. */
const DEFAULT_PROCESS_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin' } as const;

/** Options that every exported library function takes beside its input. */
export type ToolOptions = Partial<Omit<ToolContext, 'openTrace' | 'readText'>>;

/** The context that library functions use when the caller passes none. */
export function createToolContext(options: Partial<ToolContext> = {}): ToolContext {
  return {
    openTrace: (paths) => openRocpdTrace(paths),
    readText: (path) => readFile(path, 'utf8'),
    // Loaded by the first run: most processes never start another one.
    runProcess: async (request) => (await import('./run-process.js')).runProcess(request),
    files: NODE_PROJECT_FILES,
    processEnvironment: DEFAULT_PROCESS_ENVIRONMENT,
    settings: {},
    predictions: processPredictions(),
    tasks: processTasks(),
    now: () => new Date(),
    ...options,
  };
}
