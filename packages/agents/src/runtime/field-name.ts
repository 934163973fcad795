import * as v from 'valibot';

/**
 * The field of an answer that an issue is about. A model chooses names of fields too, and may write anything there, so only what
 * looks like a name is repeated. `top`: what the answer itself is called.
 */
export function fieldName(issue: v.BaseIssue<unknown>, top: string): string {
  const path = v.getDotPath(issue);
  if (path === null) return top;
  return /^[A-Za-z0-9_.]{1,100}$/.test(path) ? path : 'a field of no known name';
}
