import type { ToolContext } from '../../tool/tool-context.js';
import { compareText } from '../text/compare-text.js';
import { rebuildSearchPath } from './search-path.js';

/** Variables that a started program may see. Everything else of the user's environment stays with us. */
const KEPT: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'USER',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'ROCM_PATH',
  'HIP_PATH',
  'HSA_OVERRIDE_GFX_VERSION',
  // Which GPUs a program sees: without them a run would use others than the user's own.
  'ROCR_VISIBLE_DEVICES',
  'HIP_VISIBLE_DEVICES',
  'GPU_DEVICE_ORDINAL',
  'ROCPROF_ATT_LIBRARY_PATH',
]);
const KEPT_PREFIXES = ['ROCPROFV3_', 'ROCPROFILER_'] as const;
/** What rocprofv3 sets for its own child; inherited, it would profile the wrong program or load another library. */
const SET_BY_PROFILER: ReadonlySet<string> = new Set(['ROCPROFILER_LIBRARY_CTOR', 'ROCPROFILER_LOG_LEVEL']);
/** Names of secrets, whatever their prefix. */
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i;

/** The variables of a started program. */
export interface ChildEnvironment {
  readonly environment: Readonly<Record<string, string>> & { readonly PATH: string };
  /** Names of extra variables that were left out, sorted. */
  readonly ignored: readonly string[];
}

/**
 * The environment of a program that a tool starts, from the context's `processEnvironment` and extra variables, which
 * win. Only names of the allow-list pass, so never what changes which code is loaded (`LD_*`, `PYTHONPATH`,
 * `NODE_OPTIONS` ...) and never a key of a service, extra or not. PATH is rebuilt from trusted folders
 * (`rebuildSearchPath`); those below HOME count only with the setting `trustHomePrograms`, and HOME is never the extra
 * one for that.
 *
 * Source: ROCprofiler-SDK, rocprofv3.py, for the variables that the profiler sets and reads.
 */
export async function childEnvironment(
  context: Pick<ToolContext, 'files' | 'processEnvironment' | 'settings'>,
  extra: Readonly<Record<string, string>> = {},
): Promise<ChildEnvironment> {
  const { processEnvironment: inherited, settings } = context;
  const kept: Record<string, string> = {};
  for (const [name, value] of [...Object.entries(inherited), ...Object.entries(extra)])
    if (value !== undefined && isKept(name, value)) kept[name] = value;
  const PATH = await rebuildSearchPath(context.files, {
    inherited: kept['PATH'],
    roots: [kept['ROCM_PATH'], kept['HIP_PATH']],
    trustedHome: settings.trustHomePrograms === true ? inherited['HOME'] : undefined,
  });
  const ignored = Object.entries(extra).flatMap(([name, value]) => (isKept(name, value) ? [] : [name]));
  return { environment: { ...kept, PATH }, ignored: ignored.sort(compareText) };
}

function isKept(name: string, value: string): boolean {
  if (SET_BY_PROFILER.has(name) || SECRET.test(name) || value.includes('\0')) return false;
  return KEPT.has(name) || (KEPT_PREFIXES.some((prefix) => name.startsWith(prefix)) && /^\w+$/.test(name));
}
