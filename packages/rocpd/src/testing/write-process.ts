import type { ProcessPlan } from './plan-process.js';
import { createRandom, shuffled } from './random.js';
import { RecordBuilder } from './record-builder.js';
import type { ProcessWriter } from './writers/trace-writer.js';

/**
 * Writes all records of a process: regions first, then what they caused. Dispatch numbers follow the order of the
 * spec also when rows are shuffled.
 */
export function writeProcess(writer: ProcessWriter, plan: ProcessPlan, shuffleSeed: number | null): void {
  const { spec } = plan;
  const records = new RecordBuilder(plan.header);
  const random = shuffleSeed === null ? null : createRandom(shuffleSeed);
  const inOrder = <T>(items: readonly T[]): readonly T[] => (random === null ? items : shuffled(items, random));
  for (const name of spec.declaredCounters ?? []) writer.declareCounter(name, records.gpuId(0));
  for (const record of inOrder((spec.regions ?? []).map((region) => records.region(region)))) writer.addRegion(record);
  for (const record of inOrder((spec.kernels ?? []).map((kernel) => records.kernel(kernel)))) writer.addKernel(record);
  for (const record of inOrder((spec.copies ?? []).map((copy) => records.copy(copy)))) writer.addCopy(record);
  for (const record of inOrder((spec.samples ?? []).map((sample) => records.sample(sample)))) writer.addSample(record);
  for (const record of inOrder((spec.allocations ?? []).map((one) => records.allocation(one))))
    writer.addAllocation(record);
}
