import { normalizeGfxId } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { discoverGpus } from '../../lib/gpu-discovery/discover-gpus.js';
import { GPU_SOURCES } from '../../lib/gpu-discovery/gpu-record.js';
import { DiscoveredGpuSchema } from '../../schemas/discovered-gpu.js';
import { count, text } from '../../schemas/numbers.js';
import { callTool } from '../../tool/call-tool.js';
import { defineTool } from '../../tool/define-tool.js';
import type { ToolContext, ToolOptions } from '../../tool/tool-context.js';

export const DiscoverRuntimeGpuSpecsInputSchema = v.strictObject({
  gfx_id: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(64),
      v.description('Only GPUs of this architecture, for example gfx942; empty: all'),
    ),
    '',
  ),
});

export const DiscoverRuntimeGpuSpecsOutputSchema = v.object({
  has_data: v.boolean(),
  source: v.pipe(v.array(v.picklist(GPU_SOURCES)), v.description('What told of a GPU')),
  gpus: v.pipe(v.array(DiscoveredGpuSchema), v.description('One entry per GPU, or per partition of one')),
  total_count: count('GPUs found, of any architecture'),
  package_count: count('Packages that they belong to'),
  errors: v.pipe(v.array(v.string()), v.description('What could not be asked, and why')),
  reason: v.optional(text('Why the list is empty')),
});

export type DiscoverRuntimeGpuSpecsInput = v.InferInput<typeof DiscoverRuntimeGpuSpecsInputSchema>;
export type RuntimeGpuSpecs = v.InferOutput<typeof DiscoverRuntimeGpuSpecsOutputSchema>;

/**
 * The GPUs of this machine, with what rocminfo, the KFD topology in sysfs, rocm-smi and amd-smi tell of them, and where
 * each field comes from (`spec_sources`; `derived-from-...` and `architecture-default` are no measurements). It starts
 * these programs, which only read: fixed arguments, no shell, a time limit each (`settings.gpuDiscoveryTimeoutMs`, 5 s).
 * Off with `settings.gpuDiscoveryDisabled`. What cannot be asked is in `errors`; nothing is cached.
 *
 * About this machine only: a trace may come from another one.
 *
 * @throws ToolError INVALID_ARGUMENT, CANCELLED
 */
export function discoverRuntimeGpuSpecs(
  input: DiscoverRuntimeGpuSpecsInput = {},
  options: ToolOptions = {},
): Promise<RuntimeGpuSpecs> {
  return callTool(discoverRuntimeGpuSpecsTool, input, options);
}

export const discoverRuntimeGpuSpecsTool = defineTool({
  key: 'gpu_discovery.discover_runtime_gpu_specs',
  description:
    'The GPUs of the machine that this runs on: architecture, compute units, clocks, memory, bandwidth, power cap, ' +
    'peaks. Starts rocminfo, rocm-smi and amd-smi, which only read. Not for traces of other machines. ' +
    'Example: gfx_id gfx942.',
  toolClass: 'read_only',
  inputSchema: DiscoverRuntimeGpuSpecsInputSchema,
  outputSchema: DiscoverRuntimeGpuSpecsOutputSchema,
  run: (input, context) => discover(input.gfx_id, context),
});

async function discover(gfxId: string, context: ToolContext): Promise<RuntimeGpuSpecs> {
  if (context.settings.gpuDiscoveryDisabled === true)
    return {
      has_data: false,
      source: [],
      gpus: [],
      total_count: 0,
      package_count: 0,
      errors: ['GPU discovery is disabled by a setting.'],
      reason: 'GPU discovery is disabled by a setting.',
    };
  const { sources, gpus, packageCount, errors } = await discoverGpus(context);
  const wanted = normalizeGfxId(gfxId);
  const listed = gpus.filter((gpu) => wanted === '' || gpu.gfx_id === wanted);
  return {
    has_data: listed.length > 0,
    source: [...sources],
    gpus: listed,
    total_count: gpus.length,
    package_count: packageCount,
    errors: [...errors],
    ...(listed.length > 0
      ? {}
      : { reason: gpus.length === 0 ? 'No GPU was found.' : 'No GPU of this architecture was found.' }),
  };
}
