import * as v from 'valibot';
import { amount, count, nanoseconds, percent, text } from './numbers.js';

/** The exact partition of a window: compute + copy_exposed + api_exposed + idle_other = wall, to the nanosecond. */
const partitionEntries = {
  wall_ns: nanoseconds('Window: first start to last end of kernels and copies'),
  compute_ns: nanoseconds('Union of kernel time, communication kernels included'),
  copy_exposed_ns: nanoseconds('Copies that no kernel covers'),
  copy_hidden_ns: nanoseconds('Copies under kernels'),
  communication_exposed_ns: nanoseconds('Part of compute: communication kernels that no other kernel covers'),
  api_exposed_ns: nanoseconds('Host API calls while the device ran nothing'),
  api_exposed_wait_ns: nanoseconds('Part of api_exposed spent in calls that wait'),
  idle_other_ns: nanoseconds('Neither GPU work nor a recorded host API call'),
  gpu_busy_ns: nanoseconds('compute + copy_exposed'),
  compute_pct: percent('compute_ns of the window'),
  copy_exposed_pct: percent('copy_exposed_ns of the window'),
  copy_hidden_pct: percent('copy_hidden_ns of the window'),
  communication_exposed_pct: percent('communication_exposed_ns of the window'),
  api_exposed_pct: percent('api_exposed_ns of the window'),
  api_exposed_wait_pct: percent('api_exposed_wait_ns of the window'),
  idle_other_pct: percent('idle_other_ns of the window'),
  gpu_busy_pct: percent('gpu_busy_ns of the window'),
  concurrency: v.nullable(amount('Summed kernel time over compute_ns, at least 1; null without kernels')),
};

export const DeviceBreakdownSchema = v.object({
  guid: text('Process the device belongs to'),
  agent_id: v.pipe(v.number(), v.integer(), v.description('Agent row id within the process')),
  label: text('Type and index, such as GPU 0; with the rank or process where several are shown'),
  gfx_id: v.nullable(text('Architecture, such as gfx942')),
  group: count('Index of the group of processes that share the window'),
  kernel_time_ns: nanoseconds('Summed kernel time; overlapping kernels count twice'),
  ...partitionEntries,
});

export const ExecutionBreakdownSchema = v.object({
  ...partitionEntries,
  kernel_time_ns: nanoseconds('Summed kernel time of all devices; overlapping kernels count twice'),
  group_count: count('Groups of processes; their windows are added up'),
  devices: v.array(DeviceBreakdownSchema),
});

export type DeviceBreakdown = v.InferOutput<typeof DeviceBreakdownSchema>;
export type ExecutionBreakdown = v.InferOutput<typeof ExecutionBreakdownSchema>;
