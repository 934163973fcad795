import path from 'node:path';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { checkTarget } from '../output/check-target.js';
import { describeWriteFailure } from '../output/write-failure.js';
import { writeReportFile } from '../output/write-report-file.js';
import { escapeText } from '../render/escape-text.js';
import { formatCount } from '../render/format-number.js';
import { renderRows } from '../render/rows/render-rows.js';
import type { Rows } from '../render/rows/render-rows.js';
import { isUnicodeTerminal, textWidth } from '../terminal.js';
import type { QueryFlags } from './query-command.js';

/** Runs `perfxpert query`: the rows, or the tables that there are. */
export async function runQueryCommand(flags: QueryFlags, io: Io): Promise<void> {
  if (flags.output !== undefined && flags.output !== '-')
    checkTarget(path.resolve(io.cwd, flags.output), flags.output, { inputs: [flags.trace ?? []].flat(), cwd: io.cwd });
  const rows = flags.showsSchema ? await schemaRows() : await queryRows(flags, io);
  const isStdout = flags.output === undefined || flags.output === '-';
  const text = renderRows(rows, flags.format, {
    width: textWidth(io.stdout),
    isUnicode: isStdout ? isUnicodeTerminal(io) : true,
  });
  await deliver(text, flags, io);
  if (!flags.progress || !rows.truncated) return;
  io.stderr.write(
    `[perfxpert] cut after ${formatCount(rows.row_count)} rows; --max-rows allows more, up to 8 MiB of text\n`,
  );
}

async function queryRows(flags: QueryFlags, io: Io): Promise<Rows> {
  const { queryTrace } = await import('@perfxpert/agents/toolkit');
  return queryTrace(
    { database_path: flags.trace ?? '', sql: flags.sql ?? '', max_rows: flags.maxRows, timeout_ms: flags.timeoutMs },
    io.signal === undefined ? {} : { signal: io.signal },
  );
}

async function schemaRows(): Promise<Rows> {
  const { QUERY_TABLES } = await import('@perfxpert/agents/toolkit');
  const rows = Object.entries(QUERY_TABLES).flatMap(([table, columns]) =>
    columns.map(({ name, type, description }) => [table, name, type, description]),
  );
  return { columns: ['table', 'column', 'type', 'meaning'], rows, row_count: rows.length, truncated: false };
}

async function deliver(text: string, { output, progress }: QueryFlags, io: Io): Promise<void> {
  try {
    if (output === undefined || output === '-') return await writeText(io.stdout, text);
    writeReportFile(path.resolve(io.cwd, output), text);
  } catch (error) {
    throw describeWriteFailure(output ?? 'stdout', error);
  }
  if (progress) io.stderr.write(`[perfxpert] wrote ${escapeText(output)}\n`);
}
