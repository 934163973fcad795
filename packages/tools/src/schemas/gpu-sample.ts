import * as v from 'valibot';
import { amount, bytes, count, percent, signed, text } from './numbers.js';

const known = <TSchema extends v.GenericSchema>(schema: TSchema) => v.nullable(schema);

/** One GPU at one moment, as amd-smi or rocm-smi told it; null = not told. */
export const GpuSampleSchema = v.object({
  gpu_id: count('Index of the GPU as the tool numbers it'),
  partition: known(count('Index of the partition of the GPU that the row is about')),
  timestamp_s: known(count('Unix time, whole seconds')),
  temp_c: known(signed('Temperature at the edge sensor, else at the junction, degrees Celsius')),
  temp_sensor: known(v.picklist(['edge', 'junction', 'unknown'])),
  junction_temp_c: known(signed('Hottest spot of the die, degrees Celsius')),
  mem_temp_c: known(signed('Memory, degrees Celsius')),
  power_w: known(amount('Power of the socket or board, watts')),
  power_limit_w: known(amount('Power cap, watts')),
  sclk_mhz: known(amount('Clock of the compute units, mean over the dies, MHz')),
  sclk_min_mhz: known(amount('The slowest die, MHz')),
  sclk_max_mhz: known(amount('The fastest die, MHz')),
  sclk_limit_mhz: known(amount('Highest clock that the GPU may take, MHz')),
  mclk_mhz: known(amount('Memory clock, MHz')),
  gfx_busy_pct: known(percent('Time in which compute units were busy')),
  mem_busy_pct: known(percent('Time in which the memory controller was busy')),
  busy_by_partition: known(v.record(v.string(), percent('Mean over the dies of the partition'))),
  vram_used_bytes: known(bytes('Memory in use')),
  vram_total_bytes: known(bytes('Memory of the GPU')),
  fan_pct: known(percent('Fan speed')),
  throttled: known(v.pipe(v.boolean(), v.description('Whether the GPU says that it slows itself down'))),
  throttle_reasons: v.pipe(v.array(v.string()), v.description('Limits that it named as reached, sorted')),
});

/** Samples of a log; the same for every tool that writes logs. */
const logEntries = {
  samples: v.pipe(v.array(GpuSampleSchema), v.description('In order of the log')),
  gpu_count: count('Distinct gpu_id'),
  unparsed_records: count('Records and documents that could not be read'),
  total_count: count('Samples'),
  truncated: v.pipe(v.boolean(), v.description('Whether only the beginning of the log was read, for its size')),
};

/** A log of a monitoring tool. */
export const gpuLogSchema = <TSource extends string>(source: TSource) =>
  v.variant('has_data', [
    v.object({ source: v.literal(source), has_data: v.literal(true), ...logEntries }),
    v.object({
      source: v.literal(source),
      has_data: v.literal(false),
      ...logEntries,
      reason: text('Why there are no samples'),
      how_to_collect: text('How to write a log that can be read'),
    }),
  ]);

export type GpuSample = v.InferOutput<typeof GpuSampleSchema>;
