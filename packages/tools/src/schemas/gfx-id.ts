import * as v from 'valibot';

/** An architecture id as a caller writes it; whether it is known is for the look-up to say (UNKNOWN_ID). */
export const GfxIdInputSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(64),
  v.description('GPU architecture, for example gfx942; target features after ":" and letter case do not matter'),
);

/** The exact name of a part; without it the architecture's usual part is taken. */
export const SkuInputSchema = v.optional(
  v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(64),
    v.description('Part of the architecture, for example MI325X; default: the usual one'),
  ),
);
