import { defineTool, diagnosis, HotspotSchema, KernelResourcesSchema, ToolError } from '@perfxpert/tools';
import type { ToolContext } from '@perfxpert/tools';
import * as v from 'valibot';
import { AdviceSchema, adviceOf } from './advice.js';
import { DatabasePathSchema } from './database-path.js';
import type { Diagnosed } from './diagnosed.js';

const MOST_KERNELS = 1000;
const NAMES_SHOWN = 10;

export const ExplainKernelInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  kernel_name: v.pipe(v.string(), v.minLength(1), v.description('Name as listed, or a part that only one kernel has')),
});

export const ExplainKernelOutputSchema = v.object({
  kernel: HotspotSchema,
  resources: v.pipe(
    v.nullable(v.omit(KernelResourcesSchema.entries.kernels.item, ['name'])),
    v.description('Registers, LDS, launch shape and occupancy; null where not recorded'),
  ),
  metrics: v.pipe(
    v.record(v.string(), v.object({ value: v.nullable(v.number()), unit: v.string(), reason: v.nullable(v.string()) })),
    v.description('Figures from counters; empty without counters'),
  ),
  recommendations: v.pipe(v.array(AdviceSchema), v.description('Advice about this kernel')),
});

type Input = v.InferOutput<typeof ExplainKernelInputSchema>;

/**
 * Everything about one kernel.
 *
 * @throws ToolError UNKNOWN_ID with the names that could be meant.
 */
export const explainKernelTool = defineTool({
  key: 'explain_kernel',
  description:
    'Everything about one kernel of a trace: durations and their spread, launch shapes, registers, LDS, occupancy, ' +
    'what limits it by its counters, and the advice about it. Use after analyze_trace or list_kernels. Example: ' +
    '{"database_path": "trace.db", "kernel_name": "gemm_nt"}.',
  toolClass: 'read_only',
  inputSchema: ExplainKernelInputSchema,
  outputSchema: ExplainKernelOutputSchema,
  run: explain,
});

async function explain(input: Input, context: ToolContext): Promise<v.InferOutput<typeof ExplainKernelOutputSchema>> {
  const found = await diagnosis.diagnoseTrace(
    { database_path: input.database_path, top_kernels: MOST_KERNELS },
    context,
  );
  const kernel = kernelOf(found, input.kernel_name);
  const { name } = kernel;
  const { name: _name, ...resources } = found.kernel_resources.kernels.find((entry) => entry.name === name) ?? {
    name: null,
  };
  const metrics = found.hardware_counters.metrics?.per_kernel ?? {};
  return {
    kernel,
    resources: 'vgpr' in resources ? resources : null,
    metrics: Object.fromEntries(
      Object.entries(Object.hasOwn(metrics, name) ? (metrics[name] ?? {}) : {}).map(
        ([metric, { value, unit, reason }]) => [metric, { value, unit, reason }],
      ),
    ),
    recommendations: found.recommendations
      .filter(({ target, kernels = [] }) => target === name || kernels.includes(name))
      .map(adviceOf),
  };
}

/** The kernel of that name, or the only one whose name holds it. @throws ToolError UNKNOWN_ID */
function kernelOf({ hotspots }: Diagnosed, asked: string): Diagnosed['hotspots'][number] {
  const exact = hotspots.find(({ name }) => name === asked);
  if (exact !== undefined) return exact;
  const text = asked.toLowerCase();
  const holding = hotspots.filter(({ name }) => name.toLowerCase().includes(text));
  const [only] = holding;
  if (only !== undefined && holding.length === 1) return only;
  const known = (holding.length > 0 ? holding : hotspots).slice(0, NAMES_SHOWN).map(({ name }) => name);
  const problem =
    holding.length > 0
      ? `${holding.length} kernels have that text in their names; give one of them whole`
      : hotspots.length > 0
        ? 'no kernel of the trace has that name; list_kernels shows them'
        : 'the trace holds no kernels';
  throw new ToolError('UNKNOWN_ID', `kernel_name: ${problem}.`, { field: 'kernel_name', known });
}
