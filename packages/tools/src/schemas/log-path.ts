import * as v from 'valibot';

/** Where a captured log of a monitoring tool lies. */
export const LogPathSchema = v.pipe(v.string(), v.minLength(1), v.description('File with the captured output'));
