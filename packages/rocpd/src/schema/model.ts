import { integer } from 'drizzle-orm/sqlite-core/columns/integer';
import { real } from 'drizzle-orm/sqlite-core/columns/real';
import { text } from 'drizzle-orm/sqlite-core/columns/text';
import { sqliteTable } from 'drizzle-orm/sqlite-core/table';
import { getTableColumns } from 'drizzle-orm/utils';

// The entry points above are the small ones: the whole of drizzle-orm/sqlite-core takes five times as long to load.
export { getTableColumns, integer, real, sqliteTable, text };
