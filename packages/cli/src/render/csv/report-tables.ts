/** One table of a report: a list of the report, or the single values of one of its objects. */
export interface ReportTable {
  /** Place in the report: `hotspots`, `communication.arrivals`. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Scalar[])[];
}

export type Scalar = string | number | boolean | null;

/** Open records of the report, with what their keys are: they become tables whose first columns are the keys. */
const KEYS_OF: Readonly<Record<string, readonly string[]>> = {
  memory_analysis: ['direction'],
  'hardware_counters.counters': ['counter'],
  'hardware_counters.per_kernel': ['kernel', 'counter'],
  'hardware_counters.metrics.derived': ['metric'],
  'hardware_counters.metrics.per_kernel': ['kernel', 'metric'],
};

type Entry = readonly [field: string, value: Scalar];
type Fields = ReadonlyMap<string, Scalar>;

/**
 * Every value of a report as tables, in the order of the report. An object's single values are rows of `field, value`;
 * a list of objects is a table of its own, and lists inside those are tables with the row of their parent (from 1) in
 * the first column, `<parent>_row`. Lists of plain values inside an object are joined by `;`.
 */
export function reportTables(report: object): ReportTable[] {
  const tables: ReportTable[] = [];
  const single: Entry[] = [];
  for (const [name, value] of Object.entries(report)) {
    if (isScalar(value)) single.push([name, value]);
    else addTables(name, value, tables);
  }
  return [fieldTable('report', single), ...tables];
}

function addTables(name: string, value: unknown, tables: ReportTable[]): void {
  if (Array.isArray(value)) return addList(name, [...value], [], tables);
  if (typeof value !== 'object' || value === null) return;
  const keys = Object.hasOwn(KEYS_OF, name) ? KEYS_OF[name] : undefined;
  if (keys !== undefined) return addList(name, recordsOf(value, keys), [], tables);
  const nested: [string, unknown][] = [];
  const fields = fieldsOf(value, '', nested);
  if (fields.size > 0 || nested.length === 0) tables.push(fieldTable(name, [...fields]));
  for (const [field, inner] of nested) addTables(`${name}.${field}`, inner, tables);
}

/** @param parents value of the column `<parent>_row` for each entry; empty for a list of the top level */
function addList(name: string, list: readonly unknown[], parents: readonly number[], tables: ReportTable[]): void {
  const parentColumn = parents.length === 0 ? [] : [`${lastPart(parentOf(name))}_row`];
  const inner = new Map<string, { values: unknown[]; parents: number[] }>();
  const rows = list.map((entry, index) => {
    const nested: [string, unknown][] = [];
    const fields: Fields = isScalar(entry) ? new Map([['value', entry]]) : fieldsOf(entry, '', nested);
    for (const [field, value] of nested) {
      const child = inner.get(field) ?? { values: [], parents: [] };
      for (const one of childrenOf(value)) {
        child.values.push(one);
        child.parents.push(index + 1);
      }
      inner.set(field, child);
    }
    return fields;
  });
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  tables.push({
    name,
    columns: [...parentColumn, ...columns],
    rows: rows.map((row, index) => [
      ...(parentColumn.length === 0 ? [] : [parents[index] ?? null]),
      ...columns.map((column) => row.get(column) ?? null),
    ]),
  });
  for (const [field, child] of inner)
    if (child.values.length > 0) addList(`${name}.${field}`, child.values, child.parents, tables);
}

/** Single values of an object, those of objects inside it under a name with a dot; lists of objects go to `nested`. */
function fieldsOf(value: unknown, prefix: string, nested: [string, unknown][]): Map<string, Scalar> {
  const fields = new Map<string, Scalar>();
  if (typeof value !== 'object' || value === null) return fields;
  for (const [key, entry] of Object.entries(value)) {
    const name = `${prefix}${key}`;
    if (isScalar(entry)) fields.set(name, entry);
    else if (Array.isArray(entry) && entry.every(isScalar)) fields.set(name, entry.map(String).join(';'));
    else if (Array.isArray(entry) || Object.hasOwn(KEYS_OF, `hardware_counters.${name}`)) nested.push([name, entry]);
    else for (const [inner, scalar] of fieldsOf(entry, `${name}.`, nested)) fields.set(inner, scalar);
  }
  return fields;
}

/** Entries of an open record as rows; further keys for the records inside it. */
function recordsOf(record: object, keys: readonly string[]): object[] {
  const [key = 'key', ...others] = keys;
  return Object.entries(record).flatMap(([name, entry]: [string, unknown]) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const rows = others.length === 0 ? [entry] : recordsOf(entry, others);
    return rows.map((row) => ({ [key]: name, ...row }));
  });
}

function childrenOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function fieldTable(name: string, entries: readonly Entry[]): ReportTable {
  return { name, columns: ['field', 'value'], rows: entries };
}

function parentOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function isScalar(value: unknown): value is Scalar {
  return value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
