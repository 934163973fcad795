import type { CompilerFlag } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { text } from './numbers.js';

/** A compiler flag. Denied ones say nothing of goals, architectures and kernels. */
export const CompilerFlagSchema = v.object({
  flag: text('The flag; one ending in = takes a value'),
  category: text('What it governs'),
  description: text('What it does, and what to mind'),
  allowlist: v.pipe(v.boolean(), v.description('May be recommended and built with')),
  risk: v.picklist(['low', 'medium', 'high']),
  goals: v.exactOptional(v.array(v.string())),
  arches: v.exactOptional(v.pipe(v.array(v.string()), v.description('Architectures, or all'))),
  kernel_classes: v.exactOptional(v.pipe(v.array(v.string()), v.description('Classes of kernels, or any'))),
});

export type CompilerFlagEntry = v.InferOutput<typeof CompilerFlagSchema>;

/** A flag of the tables as an answer: a copy, in the order of the schema. */
export function toCompilerFlagEntry(entry: CompilerFlag): CompilerFlagEntry {
  const { flag, category, note, allowlist, risk } = entry;
  const fields = { flag, category, description: note, allowlist, risk };
  if (!entry.allowlist) return fields;
  return {
    ...fields,
    goals: [...entry.goals],
    arches: [...entry.arches],
    kernel_classes: [...entry.kernel_classes],
  };
}
