/** True if every package of a workspace was built after the last change of any source. */
export function isBuilt(workspace: string): boolean;
