import { defineTool, diagnosis } from '@perfxpert/tools';
import type { ToolContext } from '@perfxpert/tools';
import * as v from 'valibot';
import { DatabasePathSchema } from './database-path.js';
import { KernelRowSchema, kernelRow } from './kernel-row.js';
import type { KernelRow } from './kernel-row.js';

/** As many kernels as the diagnosis lists at most. */
const MOST_KERNELS = 1000;

export const ListKernelsInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  name_contains: v.optional(
    v.pipe(v.string(), v.maxLength(512), v.description('Only kernels whose name holds this text, case ignored')),
  ),
  category: v.optional(
    v.pipe(v.string(), v.maxLength(64), v.description('Only this kind: GEMM, Elementwise, NCCL, ...; case ignored')),
  ),
  min_percent: v.optional(
    v.pipe(v.number(), v.minValue(0), v.maxValue(100), v.description('Least percent_of_total, 0..100')),
    0,
  ),
  sort_by: v.optional(
    v.pipe(v.picklist(['total_duration', 'avg_duration', 'calls']), v.description('Order, largest first')),
    'total_duration',
  ),
});

export const ListKernelsOutputSchema = v.object({
  total_count: v.pipe(v.number(), v.description('Kernels that match')),
  kernels: v.array(KernelRowSchema),
});

type Input = v.InferOutput<typeof ListKernelsInputSchema>;

/** Kernels of a trace, filtered; at most the 1000 with the most time are looked at. */
export const listKernelsTool = defineTool({
  key: 'list_kernels',
  description:
    'Kernels of a trace with calls, durations in nanoseconds, share of kernel time and what limits them; filter by ' +
    'name, kind or share, page with limit and cursor. Use to look beyond the hottest ones of analyze_trace. Example: ' +
    '{"database_path": "trace.db", "name_contains": "gemm"}.',
  toolClass: 'read_only',
  inputSchema: ListKernelsInputSchema,
  outputSchema: ListKernelsOutputSchema,
  run: list,
});

async function list(input: Input, context: ToolContext): Promise<v.InferOutput<typeof ListKernelsOutputSchema>> {
  const { hotspots } = await diagnosis.diagnoseTrace(
    { database_path: input.database_path, top_kernels: MOST_KERNELS },
    context,
  );
  const text = input.name_contains?.toLowerCase();
  const category = input.category?.toLowerCase();
  const kernels = hotspots
    .map(kernelRow)
    .filter((row) => text === undefined || row.name.toLowerCase().includes(text))
    .filter((row) => category === undefined || row.category.toLowerCase() === category)
    .filter((row) => row.percent_of_total >= input.min_percent)
    .sort((left, right) => byFigure(left, right, input.sort_by));
  return { total_count: kernels.length, kernels };
}

function byFigure(left: KernelRow, right: KernelRow, figure: Input['sort_by']): number {
  if (left[figure] !== right[figure]) return right[figure] - left[figure];
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}
