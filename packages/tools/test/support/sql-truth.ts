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
 * The rows of one process and device by plain SQL on the base tables, without any code of the product. Times are after
 * the first start of the process.
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

type Row = Record<string, string & number>;

const API_NAME = /^(hip|__hip|hsa_|nccl|pnccl|mscclpp)/;
const API_CATEGORY = /^(HIP|HSA|RCCL)(_|$)|^rocm_(hip|hsa|rccl)_api$/;
const DIRECTIONS: Readonly<Record<string, string>> = {
  'CPU>GPU': 'Host-to-Device',
  'GPU>CPU': 'Device-to-Host',
  'GPU>GPU': 'Device-to-Device',
};
const LEGACY_DIRECTIONS: Readonly<Record<string, string>> = {
  CopyHostToDevice: 'Host-to-Device',
  CopyDeviceToHost: 'Device-to-Host',
  CopyDeviceToDevice: 'Device-to-Device',
};

/**
 * The devices with GPU work of a file, each as if alone: rocpd of any 3.x and 4.1, one set of tables per process or more,
 * and the older `.rpd`. A file without GPU work has one entry without rows. Refuses processes of which two use a GPU at
 * the same time, which would have to be averaged.
 */
export function readSqlTruth(file: string): SqlTruth[] {
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
    const all = (sql: string): Row[] => database.prepare(sql).all() as Row[];
    if (tables.includes('rocpd_op')) return [legacyTruth(all)];
    const suffixes = tables.filter((name) => name.startsWith('rocpd_info_node')).map((name) => name.slice(15));
    const ofProcess = suffixes.flatMap((suffix) => processTruth(all, tables, suffix));
    const busy = ofProcess.filter(({ truth }) => truth.kernels.length + truth.copies.length > 0);
    expectApart(busy);
    return busy.length === 0 ? [{ ...EMPTY }] : busy.map(({ truth }) => truth);
  } finally {
    database.close();
  }
}

const EMPTY: SqlTruth = {
  kernels: [],
  copies: [],
  calls: [],
  ranges: [],
  counters: new Map(),
  agent: {},
  gfx: '',
};

interface ProcessTruth {
  readonly truth: SqlTruth;
  /** Machine, and absolute first start and last end of the GPU work. */
  readonly machine: string;
  readonly span: Span;
}

function expectApart(processes: readonly ProcessTruth[]): void {
  const ordered = [...processes].sort((left, right) => left.span[0] - right.span[0]);
  for (const [index, { machine, span }] of ordered.entries())
    if (ordered.slice(0, index).some((other) => other.machine === machine && other.span[1] >= span[0]))
      throw new Error('two processes use GPUs of one machine at once');
}

function processTruth(all: (sql: string) => Row[], tables: readonly string[], suffix: string): ProcessTruth[] {
  const one = (name: string): string => `"${name}${suffix}"`;
  const hasTracks = tables.includes(`rocpd_track${suffix}`);
  const columnsOf = (name: string): unknown[] => all(`SELECT name FROM pragma_table_info('${name}${suffix}')`);
  const hasColumn = (table: string, column: string): boolean =>
    columnsOf(table).some((row) => (row as Row)['name'] === column);
  const agentColumn = hasColumn('rocpd_kernel_dispatch', 'agent_id') ? 'd.agent_id' : trackColumn('d', 'agent_id');
  const threadColumn = hasColumn('rocpd_region', 'tid') ? 'r.tid' : trackColumn('r', 'tid');
  function trackColumn(row: string, column: string): string {
    return `(SELECT t.${column} FROM ${one('rocpd_track')} t WHERE t.id = ${row}.track_id)`;
  }
  if (!hasColumn('rocpd_kernel_dispatch', 'agent_id') && !hasTracks) return [];
  const categories = tables.includes(`rocpd_info_category${suffix}`)
    ? `(SELECT id, name string FROM ${one('rocpd_info_category')})`
    : one('rocpd_string');
  const origin = `(SELECT min(s) FROM (SELECT min(start) s FROM ${one('rocpd_kernel_dispatch')} UNION ALL SELECT min(start) FROM ${one('rocpd_memory_copy')} UNION ALL SELECT min(start) FROM ${one('rocpd_region')}))`;
  const span = (row: Row): Span => [row['s'] ?? 0, row['e'] ?? 0];
  const kernels = all(
    `SELECT coalesce(k.display_name, k.kernel_name) name, d.start - ${origin} s, d."end" - ${origin} e, d.event_id event, w.stack_id stack, ${agentColumn} agent,
      d.workgroup_size_x || 'x' || d.workgroup_size_y || 'x' || d.workgroup_size_z || '/' || d.grid_size_x || 'x' || d.grid_size_y || 'x' || d.grid_size_z shape,
      ((d.grid_size_x + d.workgroup_size_x - 1) / d.workgroup_size_x) * ((d.grid_size_y + d.workgroup_size_y - 1) / d.workgroup_size_y) * ((d.grid_size_z + d.workgroup_size_z - 1) / d.workgroup_size_z) workgroups,
      k.arch_vgpr_count vgprs
    FROM ${one('rocpd_kernel_dispatch')} d JOIN ${one('rocpd_info_kernel_symbol')} k ON k.id = d.kernel_id LEFT JOIN ${one('rocpd_event')} w ON w.id = d.event_id WHERE d."end" >= d.start ORDER BY d.start, d."end"`,
  );
  const copies = all(
    `SELECT c.start - ${origin} s, c."end" - ${origin} e, c.size bytes, w.stack_id stack, a.type source, b.type destination, t.string name,
      CASE WHEN b.type = 'GPU' THEN b.id WHEN a.type = 'GPU' THEN a.id END agent
    FROM ${one('rocpd_memory_copy')} c LEFT JOIN ${one('rocpd_info_agent')} a ON a.id = c.src_agent_id
    LEFT JOIN ${one('rocpd_info_agent')} b ON b.id = c.dst_agent_id LEFT JOIN ${one('rocpd_string')} t ON t.id = c.name_id LEFT JOIN ${one('rocpd_event')} w ON w.id = c.event_id WHERE c."end" >= c.start`,
  );
  const regions = all(
    `SELECT coalesce(CASE WHEN g.string LIKE 'MARKER%' AND json_valid(v.extdata) THEN json_extract(v.extdata, '$.message') END, n.string) name, g.string category, r.start - ${origin} s, r."end" - ${origin} e, ${threadColumn} thread, v.stack_id stack
    FROM ${one('rocpd_region')} r JOIN ${one('rocpd_string')} n ON n.id = r.name_id JOIN ${one('rocpd_event')} v ON v.id = r.event_id
    JOIN ${categories} g ON g.id = v.category_id WHERE r."end" >= r.start ORDER BY r.start, r."end" DESC`,
  );
  const values = all(
    `SELECT p.event_id event, i.name name, sum(p.value) value FROM ${one('rocpd_pmc_event')} p
    JOIN ${one('rocpd_info_pmc')} i ON i.id = p.pmc_id GROUP BY p.event_id, i.name`,
  );
  const counters = new Map<number, Map<string, number>>();
  for (const { event = 0, name = '', value = 0 } of values as unknown as {
    event: number;
    name: string;
    value: number;
  }[])
    counters.set(event, (counters.get(event) ?? new Map<string, number>()).set(name, value));
  const isCall = (row: Row): boolean => API_CATEGORY.test(row['category'] ?? '') && API_NAME.test(row['name'] ?? '');
  const region = (row: Row): SqlRegion => ({
    name: row['name'] ?? '',
    span: span(row),
    thread: row['thread'] ?? 0,
    stack: row['stack'] ?? 0,
  });
  const devices = new Set([...kernels, ...copies].map((row) => row['agent']));
  if (devices.size > 1) throw new Error('a process uses several GPUs');
  const [device] = devices;
  const [agent] = all(`SELECT name, extdata FROM ${one('rocpd_info_agent')} WHERE id = ${String(device ?? 0)}`);
  const [machine] = all(`SELECT machine_id, hostname FROM ${one('rocpd_info_node')}`);
  const [extent] = all(
    `SELECT min(s) s, max(e) e FROM (SELECT start s, "end" e FROM ${one('rocpd_kernel_dispatch')} UNION ALL SELECT start, "end" FROM ${one('rocpd_memory_copy')})`,
  );
  const truth: SqlTruth = {
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
    calls: regions.filter(isCall).map(region),
    ranges: regions.filter((row) => !isCall(row)).map(region),
    counters,
    agent: JSON.parse(agent?.['extdata'] ?? '{}') as Record<string, number>,
    gfx: /gfx[0-9a-f]+/.exec(String(agent?.['name'] ?? ''))?.[0] ?? '',
  };
  const name = `${String(machine?.['machine_id'])} ${String(machine?.['hostname'])}`;
  // Far beyond 2^53, but exact enough to tell processes apart.
  return [{ truth, machine: name, span: [Number(extent?.['s'] ?? 0), Number(extent?.['e'] ?? 0)] }];
}

/** Operations whose type is a copy are copies, all others kernels; their name is that of the launch, else their own. */
function legacyTruth(all: (sql: string) => Row[]): SqlTruth {
  const origin = '(SELECT min(s) FROM (SELECT min(start) s FROM rocpd_op UNION ALL SELECT min(start) FROM rocpd_api))';
  const operations = all(
    `SELECT t.string type, o.gpuId gpu, coalesce(nullif(n.string, ''), t.string) name, o.start - ${origin} s, o."end" - ${origin} e
    FROM rocpd_op o JOIN rocpd_string t ON t.id = o.opType_id LEFT JOIN rocpd_string n ON n.id = o.description_id
    WHERE o."end" >= o.start ORDER BY o.start, o."end"`,
  );
  const calls = all(
    `SELECT n.string name, a.tid thread, a.start - ${origin} s, a."end" - ${origin} e
    FROM rocpd_api a JOIN rocpd_string n ON n.id = a.apiName_id WHERE a."end" >= a.start ORDER BY a.start, a."end" DESC`,
  );
  if (new Set(operations.map((row) => row['gpu'])).size > 1) throw new Error('several GPUs');
  const span = (row: Row): Span => [row['s'] ?? 0, row['e'] ?? 0];
  const isCopy = (row: Row): boolean => (row['type'] ?? '').startsWith('Copy');
  const region = (row: Row): SqlRegion => ({
    name: row['name'] ?? '',
    span: span(row),
    thread: row['thread'] ?? 0,
    stack: 0,
  });
  const isCall = (row: Row): boolean => API_NAME.test(row['name'] ?? '');
  return {
    ...EMPTY,
    kernels: operations
      .filter((row) => !isCopy(row))
      .map((row) => ({
        ...{ name: row['name'] ?? '', span: span(row), shape: '', workgroups: 0, vgprs: 0, event: 0, stack: 0 },
      })),
    copies: operations.filter(isCopy).map((row) => ({
      ...{ direction: LEGACY_DIRECTIONS[row['type'] ?? ''] ?? '', span: span(row), bytes: 0, stack: 0 },
    })),
    calls: calls.filter(isCall).map(region),
    ranges: calls.filter((row) => !isCall(row)).map(region),
  };
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
