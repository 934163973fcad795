import type { Hotspot } from '@perfxpert/tools';
import { HotspotSchema } from '@perfxpert/tools';
import * as v from 'valibot';

const { entries } = HotspotSchema;

/** A kernel in a list: the fields of a hotspot that a reader ranks by, and what limits it. */
export const KernelRowSchema = v.object({
  name: entries.name,
  category: entries.category,
  calls: entries.calls,
  total_duration: entries.total_duration,
  avg_duration: entries.avg_duration,
  min_duration: entries.min_duration,
  max_duration: entries.max_duration,
  percent_of_total: entries.percent_of_total,
  limiter: v.nullable(v.pipe(v.string(), v.description('What bounds it by its counters; null where unknown'))),
});

export type KernelRow = v.InferOutput<typeof KernelRowSchema>;

/** The row of a hotspot. */
export function kernelRow(hotspot: Hotspot): KernelRow {
  return {
    name: hotspot.name,
    category: hotspot.category,
    calls: hotspot.calls,
    total_duration: hotspot.total_duration,
    avg_duration: hotspot.avg_duration,
    min_duration: hotspot.min_duration,
    max_duration: hotspot.max_duration,
    percent_of_total: hotspot.percent_of_total,
    limiter: hotspot.diagnosis?.limiter ?? null,
  };
}
