import { VIEW_PROPERTIES } from '../list/wire-schema.js';
import type { SchemaNode } from '../list/wire-schema.js';
import type { ViewOptions } from '../view/budget-view.js';
import { invalidArgument } from './call-result.js';
import type { CallResult } from './call-result.js';

export type SplitArguments =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>>; readonly view: ViewOptions }
  | { readonly ok: false; readonly result: CallResult };

/** Arguments of a call, those of the wire (`limit`, `cursor`, `detail`) apart from those of the tool. */
export function splitArguments(schema: SchemaNode, given: unknown): SplitArguments {
  if (given !== undefined && given !== null && (typeof given !== 'object' || Array.isArray(given)))
    return { ok: false, result: invalidArgument('arguments', 'an object', given) };
  const { properties } = schema;
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  const input: Record<string, unknown> = {};
  const view: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given ?? {})) {
    // A schema would take these for its own, and assigning the first is no assignment.
    if (Object.hasOwn(Object.prototype, key))
      return { ok: false, result: invalidArgument(key, `one of the fields ${Object.keys(known).join(', ')}`, value) };
    const isOfWire = Object.hasOwn(VIEW_PROPERTIES, key) && Object.hasOwn(known, key);
    if (!isOfWire) input[key] = value;
    else if (value !== null) view[key] = value;
  }
  const { limit, cursor, detail } = view;
  if (limit !== undefined && !(Number.isInteger(limit) && Number(limit) >= 1 && Number(limit) <= 1000))
    return { ok: false, result: invalidArgument('limit', 'a whole number from 1 to 1000', limit) };
  if (cursor !== undefined && (typeof cursor !== 'string' || cursor.length > 2000))
    return { ok: false, result: invalidArgument('cursor', 'the cursor of an earlier answer', cursor) };
  if (detail !== undefined && detail !== 'brief' && detail !== 'full')
    return { ok: false, result: invalidArgument('detail', '"brief" or "full"', detail) };
  return {
    ok: true,
    input,
    view: {
      ...(limit === undefined ? {} : { limit: Number(limit) }),
      ...(cursor === undefined ? {} : { cursor }),
      ...(detail === undefined ? {} : { detail }),
    },
  };
}
