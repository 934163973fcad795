import * as v from 'valibot';

const PathSchema = v.pipe(v.string(), v.minLength(1));

/** Where a trace lies, as the tools of the catalogue take it. */
export const DatabasePathSchema = v.pipe(
  v.union([PathSchema, v.pipe(v.array(PathSchema), v.minLength(1))]),
  v.description('Trace file or folder, or a list of paths that belong together (ranks, nodes, collection passes)'),
);
