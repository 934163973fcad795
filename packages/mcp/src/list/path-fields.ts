/** Input fields that name files or folders of this machine, at any depth. */
export const PATH_FIELDS: ReadonlySet<string> = new Set([
  'att_dir',
  'baseline_db',
  'database_path',
  'db_after',
  'db_before',
  'db_path',
  'new_db',
  'path',
  'source_dir',
]);

/** Whether a JSON Schema has such a field. */
export function hasPathField(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasPathField);
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(([key, part]) => {
    if (key !== 'properties' || typeof part !== 'object' || part === null) return hasPathField(part);
    return Object.entries(part).some(([name, field]) => PATH_FIELDS.has(name) || hasPathField(field));
  });
}
