import { ROCPD3_TABLES } from './rocpd3-tables.js';
import { defineTable } from './table-definition.js';
import type { TableDefinition } from './table-definition.js';

/** How a table of 4.1.0 differs from that of schema "3". */
interface TableChange {
  readonly without: readonly string[];
  readonly with: Readonly<Record<string, string>>;
}

const PLACE = ['nid', 'pid', 'tid'];
const TRACK = { track_id: 'INTEGER NOT NULL' } as const;

const CHANGES: Readonly<Record<string, TableChange>> = {
  info_node: { without: [], with: { name: 'TEXT' } },
  info_process: { without: [], with: { name: 'TEXT' } },
  info_agent: { without: ['user_name'], with: { generic_name: 'TEXT' } },
  info_pmc: { without: [], with: { qualifier: 'TEXT' } },
  track: {
    without: [],
    with: { ppid: 'INTEGER', agent_id: 'INTEGER', queue_id: 'INTEGER', stream_id: 'INTEGER' },
  },
  event: { without: ['call_stack', 'line_info'], with: {} },
  region: { without: PLACE, with: TRACK },
  sample: { without: [], with: { name_id: 'INTEGER' } },
  kernel_dispatch: { without: [...PLACE, 'agent_id', 'queue_id', 'stream_id'], with: TRACK },
  memory_copy: { without: [...PLACE, 'queue_id', 'stream_id'], with: TRACK },
  memory_allocate: {
    without: [...PLACE, 'agent_id', 'queue_id', 'stream_id'],
    with: { ...TRACK, name_id: 'INTEGER', region_name_id: 'INTEGER' },
  },
};

const JSON_TEXT = `JSONB DEFAULT '{}' NOT NULL`;
const SPOT = { nid: 'INTEGER', pid: 'INTEGER' } as const;

/**
 * The tables of the track-based layout 4.1.0: records name a track instead of thread, agent, queue and stream, and
 * categories have a table of their own.
 */
export const ROCPD41_TABLES: readonly TableDefinition[] = [
  ...ROCPD3_TABLES.map(changeTable),
  defineTable('info_category', { name: 'TEXT NOT NULL', extdata: JSON_TEXT }),
  defineTable('info_address_range', {
    ...SPOT,
    address_base: 'BIGINT',
    address_low: 'BIGINT',
    address_high: 'BIGINT',
    extdata: JSON_TEXT,
  }),
  defineTable('info_source_code', {
    ...SPOT,
    address_id: 'INTEGER',
    file: 'TEXT',
    line_number: 'INTEGER',
    lines: 'JSONB',
    instructions: 'JSONB',
    extdata: JSON_TEXT,
  }),
  defineTable('info_pc', {
    ...SPOT,
    function: 'TEXT',
    address_id: 'INTEGER',
    file: 'TEXT',
    line: 'INTEGER',
    extdata: JSON_TEXT,
  }),
  defineTable('line_info', {
    event_id: 'INTEGER NOT NULL',
    source_code_id: 'INTEGER',
    pc_id: 'INTEGER',
    extdata: JSON_TEXT,
  }),
  defineTable('call_stack', { event_id: 'INTEGER NOT NULL', pc_id: 'INTEGER', depth: 'INTEGER', extdata: JSON_TEXT }),
];

function changeTable(table: TableDefinition): TableDefinition {
  const change = CHANGES[table.base];
  if (change === undefined) return table;
  const kept = Object.entries(table.columns).filter(([column]) => !change.without.includes(column));
  const plain = Object.keys(table.columns).filter((column) => table.references[column] === undefined);
  const changed = defineTable(table.base, { ...Object.fromEntries(kept), ...change.with }, plain);
  if (table.base !== 'event') return changed;
  return { ...changed, references: { ...changed.references, category_id: 'info_category' } };
}
