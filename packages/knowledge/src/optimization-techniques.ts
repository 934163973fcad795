import * as v from 'valibot';
import data from '../data/optimization_techniques.json' with { type: 'json' };
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { MetaSchema, SnakeNameSchema, TextSchema } from './scalar-schemas.js';

/** Shape of data/optimization_techniques.json. */
export const OptimizationTechniquesSchema = v.strictObject({
  _meta: MetaSchema,
  techniques: v.array(
    v.strictObject({
      id: SnakeNameSchema,
      category: v.picklist(['compute', 'memory', 'latency']),
      when: TextSchema,
      do: TextSchema,
      verify: v.pipe(v.array(TextSchema), v.nonEmpty()),
    }),
  ),
});

/** The data file as it is. */
export type OptimizationTechniques = DeepReadonly<v.InferOutput<typeof OptimizationTechniquesSchema>>;
/** A technique: when it helps, what to do, and what to look at afterwards. */
export type OptimizationTechnique = OptimizationTechniques['techniques'][number];

/** Techniques in general words (data/optimization_techniques.json). */
export const optimizationTechniquesCatalogue = lazyCatalogue(
  'optimization_techniques.json',
  data,
  OptimizationTechniquesSchema,
);

/** All techniques, or those of one category, in the order of the file. */
export function optimizationTechniques(category?: OptimizationTechnique['category']): readonly OptimizationTechnique[] {
  const { techniques } = optimizationTechniquesCatalogue();
  return category === undefined ? techniques : techniques.filter((technique) => technique.category === category);
}

/** The technique of that id; null when unknown. */
export function findOptimizationTechnique(id: string): OptimizationTechnique | null {
  return optimizationTechniquesCatalogue().techniques.find((technique) => technique.id === id) ?? null;
}
