import { integer, sqliteTable, text } from './model.js';

/** `rocpd_metadata<suffix>`: facts about the file by tag (`schema_version`, `uuid`, `guid`, `upid`, `compression`). */
export const metadataTable = (name: string) =>
  sqliteTable(name, { id: integer('id'), tag: text('tag'), value: text('value') });

/** `rocpd_string<suffix>`: interned texts; every `*_id` that names a text points here. */
export const stringTable = (name: string) =>
  sqliteTable(name, { id: integer('id'), guid: text('guid'), string: text('string') });

/** `rocpd_info_category<suffix>` of layout 4.1: category texts, in place of strings. */
export const categoryTable = (name: string) =>
  sqliteTable(name, { id: integer('id'), guid: text('guid'), name: text('name'), extdata: text('extdata') });
