/** The code of an error that the operating system raised (`ENOENT`); null for any other value. */
export function systemErrorCode(error: unknown): string | null {
  // By shape, not by class: an error of native code may come from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}
