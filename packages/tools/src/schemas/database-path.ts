import * as v from 'valibot';

const PathSchema = v.pipe(v.string(), v.minLength(1));

/** Where a trace lies: one file or folder, or several that belong together. */
export const DatabasePathSchema = v.pipe(
  v.union([PathSchema, v.pipe(v.array(PathSchema), v.minLength(1))]),
  v.description('Path of a rocpd database, or a list of paths that belong together (ranks, nodes, collection passes)'),
);
