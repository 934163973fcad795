import * as v from 'valibot';
import { amount, count, nanoseconds, text } from './numbers.js';
import { API_CLASSES, API_FAMILIES } from '../terms/api-terms.js';

export const ApiCallSchema = v.object({
  name: text('Function name'),
  family: v.picklist(API_FAMILIES),
  class: v.picklist(API_CLASSES),
  calls: count('Calls'),
  total_ns: nanoseconds('Inclusive time'),
  self_ns: nanoseconds('Time outside direct API calls made from within'),
  exposed_ns: nanoseconds('Time in the window while the device ran nothing; does not add up across names'),
  avg_ns: amount('Mean inclusive time, nanoseconds'),
});

export const ApiClassTotalSchema = v.object({
  class: v.picklist(API_CLASSES),
  calls: count('Calls'),
  self_ns: nanoseconds('Self time'),
  exposed_ns: nanoseconds('Exposed time of the union of calls of this class'),
});

export const ApiBreakdownSchema = v.object({
  has_api_data: v.boolean(),
  total_api_ns: nanoseconds('Sum of self time over all API calls'),
  launch_overhead_ns: nanoseconds('Self time of launch calls'),
  by_class: v.array(ApiClassTotalSchema),
  api_calls: v.pipe(v.array(ApiCallSchema), v.description('By total_ns descending, then name; at most 50')),
  api_call_count: count('Distinct (family, name) pairs'),
});

export type ApiBreakdown = v.InferOutput<typeof ApiBreakdownSchema>;
export type ApiCall = v.InferOutput<typeof ApiCallSchema>;
