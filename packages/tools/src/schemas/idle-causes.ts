import * as v from 'valibot';
import { count, nanoseconds, percent, text } from './numbers.js';
import { IDLE_CAUSES } from '../terms/idle-cause-terms.js';

export const IdleCallSchema = v.object({
  name: text('Function name'),
  total_ns: nanoseconds('Idle time booked under this cause while the call ran'),
  share_pct: percent('total_ns of the time of the cause'),
});

export const IdleRangeSchema = v.object({
  name: text('Text of the marker, without its number where many differ in that alone; name of the function elsewhere'),
  total_ns: nanoseconds('Idle time booked under this cause that no API call covers while the range was the innermost'),
  share_pct: percent('total_ns of the time of the cause'),
});

export const IdleGapSchema = v.object({
  device: text('Label of the device'),
  start_ns: nanoseconds('Start of the gap after the start of the window of its group'),
  duration_ns: nanoseconds('Length of the gap'),
  cause_ns: nanoseconds('Part of the gap that has this cause'),
  next_kernel: v.nullable(text('Kernel that ends the gap; null where a copy or the end of the window does')),
});

export const IdleCauseEntrySchema = v.object({
  cause: v.picklist(IDLE_CAUSES),
  total_ns: nanoseconds('Idle time of this cause: mean over the devices of a group, groups added up'),
  pct: percent('total_ns of the window'),
  gap_count: count('Gaps of all devices with some time of this cause'),
  top_calls: v.pipe(v.array(IdleCallSchema), v.description('At most 5, by total_ns descending, then name')),
  top_ranges: v.pipe(
    v.array(IdleRangeSchema),
    v.description(
      'Ranges of the program (markers, functions) beside idle time without an API call; at most 5, likewise',
    ),
  ),
  largest_gaps: v.pipe(v.array(IdleGapSchema), v.description('At most 5, by cause_ns descending, then device, start')),
});

export const IdleCauseTimeSchema = v.object({
  cause: v.picklist(IDLE_CAUSES),
  total_ns: nanoseconds('Idle time of this cause'),
  pct: percent('total_ns of the window'),
});

export const DeviceIdleSchema = v.object({
  guid: text('Process the device belongs to'),
  agent_id: v.pipe(v.number(), v.integer(), v.description('Agent row id within the process')),
  label: text('Label of the device'),
  idle_ns: nanoseconds('Window without kernels and copies: idle_other_ns + api_exposed_ns of the device'),
  causes: v.pipe(v.array(IdleCauseTimeSchema), v.description('Causes with time, by total_ns descending')),
});

export const IdleCausesSchema = v.object({
  idle_ns: nanoseconds('idle_other_ns + api_exposed_ns of the execution breakdown; the causes add up to it'),
  idle_pct: percent('idle_ns of the window'),
  causes: v.pipe(v.array(IdleCauseEntrySchema), v.description('Causes with time, by total_ns descending')),
  devices: v.array(DeviceIdleSchema),
});

export type IdleCauses = v.InferOutput<typeof IdleCausesSchema>;
export type IdleCauseEntry = v.InferOutput<typeof IdleCauseEntrySchema>;
export type DeviceIdle = v.InferOutput<typeof DeviceIdleSchema>;
