import * as v from 'valibot';

const text = (description: string) => v.pipe(v.string(), v.description(description));
const whole = (description: string) => v.pipe(v.number(), v.integer(), v.minValue(0), v.description(description));

/** One input file. */
export const InputSchema = v.object({
  path: text('Path as given'),
  size_bytes: whole('Size, bytes'),
  layout: text('rocpd-3, rocpd-4 or rpd'),
  schema_versions: v.pipe(v.array(v.string()), v.description('Texts of metadata schema_version')),
});

/** One process of the inputs. */
export const ProcessSchema = v.object({
  guid: text('Identity of the process'),
  input: whole('Index into inputs'),
  pid: v.nullable(v.pipe(v.number(), v.integer(), v.description('OS process id'))),
  rank: v.nullable(
    v.pipe(v.number(), v.integer(), v.description('Rank from the environment; null where not recorded')),
  ),
  node: v.nullable(text('Machine: host name, else machine id')),
  command: v.nullable(text('Command line')),
});

/** Which part of the trace the report is about; there only where it is a part. Null: not narrowed by it. */
export const FiltersSchema = v.object({
  kernel: v.nullable(text('Regular expression of the kernels told one by one')),
  gpu: v.nullable(v.array(whole('Number of a GPU'))),
  rank: v.nullable(v.array(whole('Rank'))),
  from_ns: v.nullable(v.pipe(v.number(), v.minValue(0), v.description('Nanoseconds after the first GPU work'))),
  to_ns: v.nullable(v.pipe(v.number(), v.minValue(0), v.description('Likewise, left out itself'))),
  roctx: v.nullable(text('Regular expression of the marker ranges')),
});

/** How the report was made and of what. */
export const MetadataSchema = v.object({
  tool_version: text('Version of PerfXpert'),
  analysis_version: text('Equal to schema_version'),
  database_file: v.nullable(text('First input; null without a trace')),
  inputs: v.array(InputSchema),
  processes: v.array(ProcessSchema),
  analysis_timestamp: v.nullable(text('UTC, ISO 8601; null where timestamps are off')),
  analysis_duration_ms: v.nullable(v.pipe(v.number(), v.minValue(0), v.description('Milliseconds; null likewise'))),
  custom_prompt: v.nullable(text('Question of the user')),
  provider: v.nullable(text('Language model provider; null for a deterministic report')),
  filters: v.optional(FiltersSchema),
});

/** One GPU that ran work. */
export const GpuSchema = v.object({
  label: text('Label used throughout the report'),
  guid: text('Process it belongs to'),
  agent_id: v.pipe(v.number(), v.integer(), v.description('Agent row id within the process')),
  name: v.nullable(text('Product name')),
  architecture: v.nullable(text('gfx id')),
});

export const ProfilingInfoSchema = v.object({
  total_duration_ns: whole('execution_breakdown.wall_ns, nanoseconds; 0 without GPU work'),
  profiling_mode: v.picklist([
    'source_only',
    'sys_trace_only',
    'sys_trace_with_counters',
    'pc_sampling',
    'thread_trace',
  ]),
  analysis_tier: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.maxValue(4),
    v.description('0 source .. 3 thread trace'),
  ),
  gpus: v.array(GpuSchema),
});

export type Metadata = v.InferOutput<typeof MetadataSchema>;
export type ProfilingInfo = v.InferOutput<typeof ProfilingInfoSchema>;
