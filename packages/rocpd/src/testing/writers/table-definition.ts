import type Database from 'better-sqlite3';

/** A base table of a rocpd layout, without the columns `id` and `guid` that most of them start with. */
export interface TableDefinition {
  /** Name without the prefix `rocpd_` and without the suffix of the process. */
  readonly base: string;
  /** Column name to declared type and constraints. */
  readonly columns: Readonly<Record<string, string>>;
  /** Column name to the base name of the table whose id it holds. */
  readonly references: Readonly<Record<string, string>>;
  /** False for the metadata table. */
  readonly hasGuid: boolean;
}

/** Column names that hold ids of other tables; a column of one of these names refers there in every table. */
const REFERENCES: Readonly<Record<string, string>> = {
  nid: 'info_node',
  pid: 'info_process',
  tid: 'info_thread',
  agent_id: 'info_agent',
  dst_agent_id: 'info_agent',
  src_agent_id: 'info_agent',
  queue_id: 'info_queue',
  stream_id: 'info_stream',
  code_object_id: 'info_code_object',
  kernel_id: 'info_kernel_symbol',
  track_id: 'track',
  name_id: 'string',
  category_id: 'string',
  region_name_id: 'string',
  event_id: 'event',
  pmc_id: 'info_pmc',
  sample_id: 'sample',
};

/** Defines a table; its foreign keys follow from the column names, apart from those named in `plain`. */
export function defineTable(
  base: string,
  columns: Readonly<Record<string, string>>,
  plain: readonly string[] = [],
): TableDefinition {
  const references: Record<string, string> = {};
  for (const column of Object.keys(columns)) {
    const target = REFERENCES[column];
    if (target !== undefined && !plain.includes(column)) references[column] = target;
  }
  return { base, columns, references, hasGuid: base !== 'metadata' };
}

/** Text as an SQL string literal. */
function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A name as an SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** `_` and the guid with `_` for `-`: what each table name of a process ends in. */
export function tableSuffix(guid: string): string {
  return `_${guid.replaceAll('-', '_')}`;
}

/** Name of a base table of a process, quoted. */
export function tableName(base: string, guid: string): string {
  return sqlName(`rocpd_${base}${tableSuffix(guid)}`);
}

/** The CREATE TABLE statement of one table of one process. */
export function createTableSql(table: TableDefinition, guid: string): string {
  const lines = ['"id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT'];
  if (table.hasGuid) lines.push(`"guid" TEXT DEFAULT ${sqlText(guid)} NOT NULL`);
  for (const [column, type] of Object.entries(table.columns)) {
    const target = table.references[column];
    // A reference in the column's own definition, unlike a table constraint, lets tests drop the column again.
    const reference = target === undefined ? '' : ` REFERENCES ${tableName(target, guid)} ("id") ON UPDATE CASCADE`;
    lines.push(`${sqlName(column)} ${type}${reference}`);
  }
  return `CREATE TABLE ${tableName(table.base, guid)} (\n  ${lines.join(',\n  ')}\n)`;
}

/** Creates the view `rocpd_<base>`: all rows of one base table of all processes, as far as the tables exist. */
export function createUnionView(database: Database.Database, base: string, guids: readonly string[]): void {
  const exists = database.prepare<string[]>(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`);
  const parts = guids
    .filter((guid) => exists.get(`rocpd_${base}${tableSuffix(guid)}`) !== undefined)
    .map((guid) => `SELECT * FROM ${tableName(base, guid)}`);
  if (parts.length > 0) database.exec(`CREATE VIEW ${sqlName(`rocpd_${base}`)} AS ${parts.join(' UNION ALL ')}`);
}
