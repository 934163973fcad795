/** Thrown inside a load when a column turns out to be too narrow: the load starts again with wide columns. */
export class NarrowColumnError extends Error {}
