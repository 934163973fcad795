import path from 'node:path';

/** Folders that may be read, with links resolved. */
export type Roots = readonly string[];

/** Whether a path, links resolved, is a root or lies below one. */
export function isBelow(realPath: string, roots: Roots): boolean {
  return roots.some((root) => {
    const relative = path.relative(root, realPath);
    return (
      relative === '' || (!relative.startsWith(`..${path.sep}`) && relative !== '..' && !path.isAbsolute(relative))
    );
  });
}
