import type { Database } from 'better-sqlite3';
import type { RegionColumns } from '../columns.js';
import type { ProcessTables } from '../layout/detect-layout.js';
import { columnExpressions } from '../queries/read-rows.js';
import { readTexts } from '../queries/string.js';
import { rpdApiTable } from '../schema/rpd.js';
import type { RegionDetails } from '../trace.js';
import { MARKER_CATEGORY } from './rpd-category.js';

/** Look-ups of calls: the text of a marker and the arguments of a call are one text, `name=value | name=value`. */
export function createRpdDetails(
  source: ProcessTables,
  regions: RegionColumns,
  use: <T>(read: (database: Database) => T) => T,
): RegionDetails {
  const argumentTexts = (rows: Uint32Array): (string | null)[] =>
    use((database) =>
      readArgumentTexts(
        database,
        source,
        Array.from(rows, (row) => regions.stackId[row] ?? -1),
      ),
    );
  return {
    markerTexts(rows) {
      const texts = argumentTexts(rows);
      return Array.from(rows, (row, index) => {
        const isMarker = regions.categories[regions.category[row] ?? 0] === MARKER_CATEGORY;
        const text = texts[index];
        return isMarker && typeof text === 'string' && text !== ''
          ? text
          : (regions.names[regions.name[row] ?? 0] ?? null);
      });
    },
    arguments(rows) {
      return argumentTexts(rows).map((text) => parseArguments(text ?? ''));
    },
    parentStackIds: (rows) => new Float64Array(rows.length),
  };
}

function readArgumentTexts(database: Database, source: ProcessTables, ids: readonly number[]): (string | null)[] {
  const api = source.tables.get('api');
  if (api === undefined || !api.columns.has('args_id') || !api.columns.has('id')) return ids.map(() => null);
  const { argsId } = columnExpressions(api, rpdApiTable(api.name));
  const read = database.prepare(`select ${argsId} from ${api.sql} where "id" = ?`).pluck();
  const textIds = ids.map((id) => read.get(id));
  const wanted = [...new Set(textIds.filter((id) => typeof id === 'number'))];
  const texts = readTexts(database, source.tables.get('ustring') ?? source.tables.get('string'), wanted, 'string');
  return textIds.map((id) => (typeof id === 'number' ? (texts.get(id) ?? null) : null));
}

function parseArguments(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const part of text.split('|')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    if (name !== '' && !values.has(name)) values.set(name, part.slice(at + 1).trim());
  }
  return values;
}
