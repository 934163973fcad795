import * as v from 'valibot';
import data from '../data/memory_patterns.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { GfxIdSchema, PositiveCountSchema, PositiveSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

/** Shape of data/memory_patterns.json. */
export const MemoryPatternsSchema = v.strictObject({
  unified_memory: v.array(
    v.strictObject({
      id: SnakeNameSchema,
      arch: v.exactOptional(GfxIdSchema),
      detector: v.exactOptional(TextSchema),
      trigger: v.strictObject({
        paging_events_ge: v.exactOptional(PositiveCountSchema),
        cross_die_bytes_ge: v.exactOptional(PositiveCountSchema),
      }),
      meaning: TextSchema,
      advice: v.pipe(v.array(TextSchema), v.nonEmpty()),
      extra_latency_ns: v.exactOptional(PositiveSchema),
      status: v.exactOptional(TextSchema),
    }),
  ),
  multi_level: TextSchema,
  note: TextSchema,
});

/** The data file as it is. */
export type MemoryPatterns = DeepReadonly<v.InferOutput<typeof MemoryPatternsSchema>>;
/** A pattern of traffic between host, device and dies, what triggers it, and advice. */
export type UnifiedMemoryPattern = MemoryPatterns['unified_memory'][number];

/** Patterns of memory traffic (data/memory_patterns.json). */
export const memoryPatternsCatalogue = lazyCatalogue('memory_patterns.json', data, MemoryPatternsSchema);

/** The pattern of that id; null when unknown. */
export function findUnifiedMemoryPattern(id: string): UnifiedMemoryPattern | null {
  return memoryPatternsCatalogue().unified_memory.find((pattern) => pattern.id === id) ?? null;
}
