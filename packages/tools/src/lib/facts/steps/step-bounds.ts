/** Steps of a loop on one device: in order, disjoint; times in the frame of the process. */
export interface StepBounds {
  readonly source: 'markers' | 'sequence';
  /** Common text of the markers; null for a sequence. */
  readonly marker: string | null;
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Name of a step, by its place. */
  label(step: number): string;
}
