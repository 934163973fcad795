import * as v from 'valibot';

/** Text that says something. */
export const TextSchema = v.pipe(v.string(), v.trim(), v.nonEmpty());
/** A whole number from 0. */
export const CountSchema = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A whole number from 1. */
export const PositiveCountSchema = v.pipe(v.number(), v.integer(), v.minValue(1));
/** A finite number above 0. */
export const PositiveSchema = v.pipe(v.number(), v.finite(), v.gtValue(0));
/** A share, 0..1. */
export const FractionSchema = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
/** An architecture id as the compiler spells it, without target features: `gfx942`, `gfx90a`. */
export const GfxIdSchema = v.pipe(v.string(), v.regex(/^gfx[0-9]{1,3}[0-9a-f]{2}$/));
/** A hardware counter's name: `SQ_WAVES`. */
export const CounterNameSchema = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/));
/** A name on the wire: `memory_transfer`. */
export const SnakeNameSchema = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/));
/** Comparison of a measured value with a threshold. */
export const OperatorSchema = v.picklist(['>', '>=', '<', '<=', '==', '!=']);
/** Risk of a change. */
export const RiskSchema = v.picklist(['low', 'medium', 'high']);
/** `_meta` of a data file: remarks on units, sources and status. Free-form on purpose. */
export const MetaSchema = v.record(v.string(), v.unknown());
