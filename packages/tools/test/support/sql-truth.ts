import Database from 'better-sqlite3';

/** [start, end) in nanoseconds after the first start of the file. */
export type Span = readonly [number, number];

export interface SqlKernel {
  readonly name: string;
  readonly span: Span;
  readonly shape: string;
  readonly workgroups: number;
  readonly vgprs: number;
  readonly event: number;
  /** What it shares with the call that launched it; 0 where nothing. */
  readonly stack: number;
}

export interface SqlRegion {
  readonly name: string;
  readonly span: Span;
  readonly thread: number;
  readonly stack: number;
}

export interface SqlCopy {
  readonly direction: string;
  readonly span: Span;
  readonly bytes: number;
  readonly stack: number;
}

/**
 * The rows of a rocpd file by plain SQL on its base tables, without any code of the product. One process per file: others
 * are refused, as are files of other layouts (null).
 */
export interface SqlTruth {
  readonly kernels: readonly SqlKernel[];
  readonly copies: readonly SqlCopy[];
  /** API calls: regions of an API's category whose name is that of an API function. */
  readonly calls: readonly SqlRegion[];
  /** Other regions: markers by their text, functions by their name. */
  readonly ranges: readonly SqlRegion[];
  /** Counter values per kernel event: instances of a counter added up. */
  readonly counters: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly agent: Readonly<Record<string, number>>;
  readonly gfx: string;
}

const API_NAME = /^(hip|__hip|hsa_|nccl|pnccl|mscclpp)/;
const API_CATEGORY = /^(HIP|HSA|RCCL)(_|$)|^rocm_(hip|hsa|rccl)_api$/;
const DIRECTIONS: Readonly<Record<string, string>> = {
  'CPU>GPU': 'Host-to-Device',
  'GPU>CPU': 'Device-to-Host',
  'GPU>GPU': 'Device-to-Device',
};

/** Null for files of other layouts, of several processes, or without kernels. */
export function readSqlTruth(file: string): SqlTruth | null {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
    const table = (prefix: string) => tables.filter((name) => name.startsWith(prefix));
    const [dispatch, ...others] = table('rocpd_kernel_dispatch');
    if (dispatch === undefined || others.length > 0) return null;
    const columns = database.prepare(`SELECT name FROM pragma_table_info('${dispatch}')`).pluck().all() as string[];
    if (!columns.includes('agent_id')) return null;
    const one = (prefix: string) => `"${table(prefix)[0] ?? ''}"`;
    const all = (sql: string) => database.prepare(sql).all() as Record<string, string & number>[];
    const processes = all(`SELECT DISTINCT guid, pid, agent_id FROM "${dispatch}"`);
    if (processes.length !== 1) return null;
    const [process] = processes;
    const origin = `(SELECT min(s) FROM (SELECT min(start) s FROM "${dispatch}" UNION ALL SELECT min(start) FROM ${one('rocpd_memory_copy')} UNION ALL SELECT min(start) FROM ${one('rocpd_region')}))`;
    const span = (row: Record<string, string & number>): Span => [row['s'] ?? 0, row['e'] ?? 0];
    const kernels = all(
      `SELECT coalesce(k.display_name, k.kernel_name) name, d.start - ${origin} s, d."end" - ${origin} e, d.event_id event, w.stack_id stack,
        d.workgroup_size_x || 'x' || d.workgroup_size_y || 'x' || d.workgroup_size_z || '/' || d.grid_size_x || 'x' || d.grid_size_y || 'x' || d.grid_size_z shape,
        ((d.grid_size_x + d.workgroup_size_x - 1) / d.workgroup_size_x) * ((d.grid_size_y + d.workgroup_size_y - 1) / d.workgroup_size_y) * ((d.grid_size_z + d.workgroup_size_z - 1) / d.workgroup_size_z) workgroups,
        k.arch_vgpr_count vgprs
      FROM "${dispatch}" d JOIN ${one('rocpd_info_kernel_symbol')} k ON k.id = d.kernel_id LEFT JOIN ${one('rocpd_event')} w ON w.id = d.event_id WHERE d."end" >= d.start ORDER BY d.start, d."end"`,
    );
    const copies = all(
      `SELECT c.start - ${origin} s, c."end" - ${origin} e, c.size bytes, w.stack_id stack, a.type source, b.type destination, t.string name
      FROM ${one('rocpd_memory_copy')} c LEFT JOIN ${one('rocpd_info_agent')} a ON a.id = c.src_agent_id
      LEFT JOIN ${one('rocpd_info_agent')} b ON b.id = c.dst_agent_id LEFT JOIN ${one('rocpd_string')} t ON t.id = c.name_id LEFT JOIN ${one('rocpd_event')} w ON w.id = c.event_id WHERE c."end" >= c.start`,
    );
    const regions = all(
      `SELECT coalesce(CASE WHEN g.string LIKE 'MARKER%' AND json_valid(v.extdata) THEN json_extract(v.extdata, '$.message') END, n.string) name, g.string category, r.start - ${origin} s, r."end" - ${origin} e, r.tid thread, v.stack_id stack
      FROM ${one('rocpd_region')} r JOIN ${one('rocpd_string')} n ON n.id = r.name_id JOIN ${one('rocpd_event')} v ON v.id = r.event_id
      JOIN ${one('rocpd_string')} g ON g.id = v.category_id WHERE r."end" >= r.start ORDER BY r.start, r."end" DESC`,
    );
    const values = all(
      `SELECT p.event_id event, i.name name, sum(p.value) value FROM ${one('rocpd_pmc_event')} p
      JOIN ${one('rocpd_info_pmc')} i ON i.id = p.pmc_id GROUP BY p.event_id, i.name`,
    );
    const [agent] = all(
      `SELECT name, extdata FROM ${one('rocpd_info_agent')} WHERE id = ${process?.['agent_id'] ?? 0}`,
    );
    const counters = new Map<number, Map<string, number>>();
    for (const { event = 0, name = '', value = 0 } of values as unknown as {
      event: number;
      name: string;
      value: number;
    }[])
      counters.set(event, (counters.get(event) ?? new Map<string, number>()).set(name, value));
    return {
      kernels: kernels.map((row) => ({
        name: row['name'] ?? '',
        span: span(row),
        shape: row['shape'] ?? '',
        workgroups: row['workgroups'] ?? 0,
        vgprs: row['vgprs'] ?? 0,
        event: row['event'] ?? 0,
        stack: row['stack'] ?? 0,
      })),
      copies: copies.map((row) => ({
        direction: DIRECTIONS[`${row['source'] ?? ''}>${row['destination'] ?? ''}`] ?? String(row['name'] ?? ''),
        span: span(row),
        bytes: row['bytes'] ?? 0,
        stack: row['stack'] ?? 0,
      })),
      calls: regions
        .filter((row) => API_CATEGORY.test(row['category'] ?? '') && API_NAME.test(row['name'] ?? ''))
        .map((row) => ({
          name: row['name'] ?? '',
          span: span(row),
          thread: row['thread'] ?? 0,
          stack: row['stack'] ?? 0,
        })),
      ranges: regions
        .filter((row) => !(API_CATEGORY.test(row['category'] ?? '') && API_NAME.test(row['name'] ?? '')))
        .map((row) => ({
          name: row['name'] ?? '',
          span: span(row),
          thread: row['thread'] ?? 0,
          stack: row['stack'] ?? 0,
        })),
      counters,
      agent: JSON.parse(agent?.['extdata'] ?? '{}') as Record<string, number>,
      gfx: /gfx[0-9a-f]+/.exec(String(agent?.['name'] ?? ''))?.[0] ?? '',
    };
  } finally {
    database.close();
  }
}

/** Disjoint spans in order. */
export function union(spans: readonly Span[]): Span[] {
  const merged: [number, number][] = [];
  for (const [start, end] of [...spans].sort((left, right) => left[0] - right[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** What of the first spans no span of the others covers. */
export function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  const rest: Span[] = [];
  const holes = union(others);
  let first = 0;
  for (const [start, end] of union(spans)) {
    let at = start;
    while (first < holes.length && (holes[first]?.[1] ?? 0) <= start) first++;
    for (let index = first; index < holes.length && (holes[index]?.[0] ?? 0) < end; index++) {
      const [from, to] = holes[index] ?? [0, 0];
      if (from > at) rest.push([at, from]);
      at = Math.max(at, to);
    }
    if (at < end) rest.push([at, end]);
  }
  return rest;
}
