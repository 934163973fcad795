import { defineTool, QUERY_TABLES, queryTrace } from '@perfxpert/tools';
import * as v from 'valibot';
import { DatabasePathSchema } from './database-path.js';

const DEFAULT_ROWS = 100;
const TABLES = Object.entries(QUERY_TABLES)
  .map(([name, columns]) => `${name}(${columns.map((column) => column.name).join(', ')})`)
  .join('; ');

export const QueryTraceInputSchema = v.strictObject({
  database_path: DatabasePathSchema,
  sql: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(20_000),
    v.description(`One SELECT, WITH or VALUES statement of SQLite over ${TABLES}. Times in ns from the first record.`),
  ),
  max_rows: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000), v.description('Rows at most')),
    DEFAULT_ROWS,
  ),
});

export const QueryTraceOutputSchema = v.object({
  columns: v.array(v.string()),
  rows: v.pipe(
    v.array(v.array(v.union([v.string(), v.number(), v.null()]))),
    v.description('Values in the order of columns; integers beyond 2^53 are strings'),
  ),
  row_count: v.pipe(v.number(), v.description('Rows read')),
  truncated: v.pipe(v.boolean(), v.description('Whether max_rows left out rows')),
});

/** Rows of a read-only query. @throws ToolError INVALID_ARGUMENT for other statements, TIMEOUT, CANCELLED */
export const queryTraceTool = defineTool({
  key: 'query_trace',
  description:
    'Read-only SQL over a trace, for questions that no other tool answers. Tables and columns are in the description ' +
    'of sql. Example: {"database_path": "trace.db", "sql": "SELECT name, sum(duration_ns) AS ns FROM kernels GROUP BY ' +
    'name ORDER BY ns DESC"}.',
  toolClass: 'read_only',
  inputSchema: QueryTraceInputSchema,
  outputSchema: QueryTraceOutputSchema,
  async run({ database_path: paths, sql, max_rows: maxRows }, { signal }) {
    const answer = await queryTrace(
      { database_path: paths, sql, max_rows: maxRows },
      signal === undefined ? {} : { signal },
    );
    return {
      columns: [...answer.columns],
      rows: answer.rows.map((row) => [...row]),
      row_count: answer.row_count,
      truncated: answer.truncated,
    };
  },
});
