const ratio = (value) => `${value.toFixed(2)}x`;
const milli = (value) => `${value.toFixed(1)} ms`;
const mega = (bytes) => `${Math.round(bytes / 1e6)} MB`;

/** Rows of the table: what, measured, bound, and whether it holds. */
function rows({ start, million, slowest_format: slowest, large, growth, tools, mcp }) {
  const list = [
    ['analysis of 1 M dispatches + 2 M API regions, all cores', million.ratio_all_cores, 1.25, ratio],
    [`the same as the slowest other format (${slowest.format}), all cores`, slowest.ratio, 1.25, ratio],
    ['the same on one core', million.ratio_one_core, 1.75, ratio],
    ['its peak memory', million.peak_bytes, 400e6, mega],
    ['`perfxpert --version` against `node -e 0`', start.ratio_version, 2, ratio],
    ['tiny trace, `analyze --format json` against `node -e 0`', start.ratio_tiny, 4, ratio],
    [`look-up tool, worst p99 (${tools.worst_look_up.key})`, tools.worst_look_up.p99_ms, 5, milli],
    [`trace tool on a 4 MB trace, worst p99 (${tools.worst_trace.key})`, tools.worst_trace.p99_ms, 100, milli],
    ['MCP server, start to the list of tools against `node -e 0`', mcp.ratio_list, 3, ratio],
    [`MCP look-up call, p99 (${mcp.look_up.key})`, mcp.look_up.p99_ms, 5, milli],
    [`MCP call on a 4 MB trace, worst p99 (${mcp.worst_trace.key})`, mcp.worst_trace.p99_ms, 100, milli],
    [`unanswered of ${mcp.at_once} MCP calls at once`, mcp.unanswered, 0, String],
  ];
  if (large !== null)
    list.push(
      ['10 M dispatches + 20 M API regions against the 1 M time', growth, 11, ratio],
      ['its peak memory', large.peak_bytes, 1.5e9, mega],
    );
  return list.map(([what, value, bound, show]) => [what, show(value), show(bound), value <= bound ? 'yes' : 'NO']);
}

/** The page docs/benchmarks.md, also what the bench prints. */
export function benchmarksPage(result) {
  const { machine, million, large, start, tools } = result;
  const seconds = (value) => `${value.toFixed(2)} s`;
  const lines = [
    '# Benchmarks',
    '',
    'Made by `pnpm bench --large --docs`. Times are the least of interleaved runs; only the ratios carry over to other',
    'machines. The yardstick of the first rows is the stock `sqlite3` command line on the same file:',
    '`SELECT name,COUNT(*),SUM(duration) FROM kernels GROUP BY name`.',
    'Tools and the MCP server keep a trace open between calls, with its columns and its facts: the first call reads it.',
    '',
    `Machine: ${machine.cpus} cores (${machine.cpu}), ${Math.round(machine.memory_bytes / 2 ** 30)} GiB, Node ${result.node}.`,
    '',
    '| work | measured | bound | holds |',
    '| --- | --- | --- | --- |',
    ...rows(result).map((row) => `| ${row.join(' | ')} |`),
    '',
    'Raw times:',
    '',
    `- 1 M (${mega(million.file_bytes)} file): sqlite3 ${seconds(million.yardstick_s)}, all cores ${seconds(million.all_cores_s)}, one core ${seconds(million.one_core_s)}.`,
    ...(large === null
      ? []
      : [
          `- 10 M (${mega(large.file_bytes)} file): sqlite3 ${seconds(large.yardstick_s)}, all cores ${seconds(large.all_cores_s)}, one core ${seconds(large.one_core_s)}.`,
        ]),
    `- tools, p99 of a call after the first: ${tools.traces.map((row) => `${row.key} ${milli(row.p99_ms)}`).join(', ')}.`,
    `- start: node ${seconds(start.node_s)}, version ${seconds(start.version_s)}, tiny analysis ${seconds(start.tiny_s)}.`,
    '',
  ];
  return `${lines.join('\n')}`;
}
