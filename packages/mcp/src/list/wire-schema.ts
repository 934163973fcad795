/** A JSON Schema as plain data. */
export type SchemaNode = Readonly<Record<string, unknown>>;

/** Output schemas are published up to this size; larger ones lose their depth. */
const MOST_OUTPUT_BYTES = 2000;

/** What the wire adds to the input of tools whose answers can outgrow the budget. */
export const VIEW_PROPERTIES = {
  limit: { type: 'integer', minimum: 1, maximum: 1000, description: 'Items of the longest list' },
  cursor: { type: 'string', maxLength: 2000, description: 'Goes on where an answer was cut: its cursor' },
  detail: { type: 'string', enum: ['brief', 'full'], description: 'full: names whole, larger answer; default brief' },
} as const;

function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A schema that holds in draft 2020-12 and in draft-07 alike: tuples by their length, every list with `items`, every
 * object with `properties` or `additionalProperties`.
 */
export function portableSchema(schema: unknown): SchemaNode {
  if (!isNode(schema)) return {};
  const { $schema: _dialect, prefixItems, ...node } = schema;
  const next: Record<string, unknown> = { ...node };
  for (const key of ['oneOf', 'allOf'])
    if (Array.isArray(node[key])) next[key] = node[key].map((part: unknown) => portableSchema(part));
  if (Array.isArray(node['anyOf'])) Object.assign(next, flatChoice(node['anyOf'], node['description']));
  if (isNode(node['properties']))
    next['properties'] = Object.fromEntries(
      Object.entries(node['properties']).map(([name, part]) => [name, portableSchema(part)]),
    );
  if (isNode(node['items'])) next['items'] = portableSchema(node['items']);
  if (isNode(node['additionalProperties'])) next['additionalProperties'] = portableSchema(node['additionalProperties']);
  if (Array.isArray(prefixItems)) {
    const kinds = new Map(
      prefixItems.map((part: unknown) => [JSON.stringify(portableSchema(part)), portableSchema(part)]),
    );
    const parts = [...kinds.values()];
    Object.assign(next, {
      items: parts.length === 1 ? parts[0] : { anyOf: parts },
      minItems: prefixItems.length,
      maxItems: prefixItems.length,
    });
  }
  if (next['type'] === 'array' && !isNode(next['items'])) next['items'] = {};
  if (next['type'] === 'object' && next['properties'] === undefined && next['additionalProperties'] === undefined)
    next['additionalProperties'] = true;
  return next;
}

/**
 * A choice without choices inside of it, and with the description where clients look for it: a value that may be null is
 * declared as a choice, whose first part has the words.
 */
function flatChoice(choice: readonly unknown[], own: unknown): SchemaNode {
  const parts = choice.map(portableSchema);
  const [only, ...others] = parts.filter(({ type }) => type !== 'null');
  const words = own ?? (others.length === 0 ? only?.['description'] : undefined);
  const flat = parts.flatMap((part) => {
    const { description, anyOf, ...rest } = part;
    if (Array.isArray(anyOf) && Object.keys(rest).length === 0) return anyOf.filter(isNode);
    return [words === description ? { ...rest, ...(anyOf === undefined ? {} : { anyOf }) } : part];
  });
  return { anyOf: flat, ...(words === undefined ? {} : { description: words }) };
}

/**
 * The schema of an answer: an object that may hold the notes of a cut, without bounds that a cut could break, and only
 * as deep as its size allows.
 */
export function answerSchema(output: unknown): SchemaNode {
  const alternatives = alternativesOf(openSchema(portableSchema(output))).map(wrapped);
  const [only] = alternatives;
  const root =
    only !== undefined && alternatives.length === 1
      ? only
      : { type: 'object', anyOf: alternatives, additionalProperties: true };
  for (const [depth, hasWords] of [
    [9, true],
    [9, false],
    [4, false],
    [3, false],
    [2, false],
  ] as const) {
    const schema = upToDepth(root, depth, hasWords);
    if (JSON.stringify(schema).length <= MOST_OUTPUT_BYTES) return schema;
  }
  return upToDepth(root, 1, false);
}

/** A schema, or what it offers to choose from. */
function alternativesOf(node: SchemaNode): SchemaNode[] {
  const parts = node['anyOf'] ?? node['oneOf'];
  return Array.isArray(parts) ? parts.filter(isNode).flatMap(alternativesOf) : [node];
}

/** What is no object is under `result`. */
function wrapped(node: SchemaNode): SchemaNode {
  return node['type'] === 'object' ? node : { type: 'object', properties: { result: node }, required: ['result'] };
}

/** Without `additionalProperties: false` and least lengths of lists: an answer may be cut. */
function openSchema(node: SchemaNode): SchemaNode {
  const next = mapParts(node, openSchema);
  const { additionalProperties, minItems, ...others } = next;
  return {
    ...others,
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
    ...(minItems !== undefined && minItems === next['maxItems'] ? { minItems } : {}),
  };
}

function upToDepth(node: SchemaNode, depth: number, hasWords: boolean): SchemaNode {
  const { description, ...others } = node;
  if (depth === 0) {
    const { type, enum: values } = others;
    const isOpen = type === 'object' ? { additionalProperties: true } : type === 'array' ? { items: {} } : {};
    return { ...(type === undefined ? {} : { type }), ...(values === undefined ? {} : { enum: values }), ...isOpen };
  }
  const next = mapParts(others, (part) => upToDepth(part, depth - 1, hasWords));
  return hasWords && description !== undefined ? { ...next, description } : next;
}

function mapParts(node: SchemaNode, change: (part: SchemaNode) => SchemaNode): SchemaNode {
  const next: Record<string, unknown> = { ...node };
  for (const key of ['anyOf', 'oneOf', 'allOf']) {
    const parts = node[key];
    if (Array.isArray(parts)) next[key] = parts.map((part: unknown) => (isNode(part) ? change(part) : part));
  }
  const { properties } = node;
  if (isNode(properties))
    next['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, isNode(part) ? change(part) : part]),
    );
  for (const key of ['items', 'additionalProperties']) {
    const part = node[key];
    if (isNode(part)) next[key] = change(part);
  }
  return next;
}
