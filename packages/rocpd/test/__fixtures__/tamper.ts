import type { Database } from 'better-sqlite3';

/** Name of the table of a base name, quoted; of the only process of a file. */
export function tableOf(database: Database, base: string): string {
  const names = database.prepare("select name from sqlite_master where type = 'table' and name like ? || '%'").pluck();
  const found = (names.all(`rocpd_${base}`) as string[]).filter((name) => /^rocpd_[a-z_]+?_[0-9a-f]{8}_/.test(name));
  const [name] = found.filter((candidate) => candidate.replace(/_[0-9a-f]{8}_[0-9a-f_]+$/, '') === `rocpd_${base}`);
  if (name === undefined) throw new Error(`no table ${base}`);
  return `"${name}"`;
}

/** Runs statements in which `{base}` stands for a table, with foreign keys off. */
export function change(database: Database, ...statements: readonly string[]): void {
  database.pragma('foreign_keys = off');
  for (const statement of statements)
    database.exec(statement.replace(/\{(\w+)\}/g, (_, base: string) => tableOf(database, base)));
}

/** Makes a table again without any constraint: no primary key, nothing forbidden. */
export function loosen(database: Database, base: string): void {
  const name = tableOf(database, base);
  database.pragma('foreign_keys = off');
  database.pragma('legacy_alter_table = on');
  database.exec(`create table loose as select * from ${name}; drop table ${name}; alter table loose rename to ${name}`);
}
