/**
 * Why the native SQLite module does not work; null if it does: a database in memory is made and read.
 */
export async function checkSqlite(): Promise<string | null> {
  try {
    const { openStore } = await import('@perfxpert/tools');
    const store = openStore({ stateDir: null, fileName: 'check.db', migrations: ['CREATE TABLE t (x)'] });
    try {
      store.write((database) => database.prepare('INSERT INTO t VALUES (1)').run());
      return store.read((database) => database.prepare('SELECT count(*) FROM t').pluck().get(), 0) === 1
        ? null
        : 'it does not keep what is written';
    } finally {
      store.close();
    }
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'it cannot be loaded') : 'it cannot be loaded';
  }
}
