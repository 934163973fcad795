import * as v from 'valibot';
import { amount, count, nanoseconds, percent, text } from './numbers.js';

export const KernelCategorySchema = v.object({
  category: text('Kind of kernel by its name'),
  count: count('Dispatches'),
  total_ns: nanoseconds('Summed duration'),
  pct_of_kernel_time: percent('Of the summed time of all kernels; 2 digits'),
  avg_duration_ns: nanoseconds('Mean duration, cut to whole nanoseconds'),
  pct_of_total_time: amount('Summed duration over the window, percent; above 100 where kernels overlap; 2 digits'),
});

export const KernelCategoriesSchema = v.array(KernelCategorySchema);

export type KernelCategory = v.InferOutput<typeof KernelCategorySchema>;
