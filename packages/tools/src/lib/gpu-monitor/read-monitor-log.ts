import type { MonitorLog } from './parse-monitor-log.js';
import { systemErrorCode } from '../../tool/system-error-code.js';
import { isPerfXpertError } from '../../tool/tool-errors.js';
import type { ToolContext } from '../../tool/tool-context.js';

const HOW_TO_COLLECT = {
  'amd-smi': 'Record while the program runs: amd-smi monitor --json --watch 1 > gpu-monitor.log',
  'rocm-smi': 'Record: rocm-smi --showtemp --showpower --showclocks --showuse --json > gpu-monitor.log',
} as const;

/** Errors that say more than that a log holds nothing: the caller must see them. */
const RAISED_CODES: ReadonlySet<string> = new Set(['OUTSIDE_ROOT', 'CANCELLED']);

/** A log, or why there is none. */
export type ReadLog = { readonly log: MonitorLog } | { readonly reason: string };

/**
 * Reads a log through the context. A file that is missing or cannot be read is an answer, not an error.
 *
 * @throws ToolError OUTSIDE_ROOT, CANCELLED as the context raises them
 */
export async function readMonitorLog(
  context: Pick<ToolContext, 'readText'>,
  path: string,
  parse: (text: string) => MonitorLog,
): Promise<ReadLog> {
  let text: string;
  try {
    text = await context.readText(path);
  } catch (error) {
    if (isPerfXpertError(error) && RAISED_CODES.has(error.code)) throw error;
    return { reason: reasonOf(error) };
  }
  return { log: parse(text) };
}

/** The answer of a tool that reads logs of one program. */
export function describeLog<TSource extends MonitorLog['source']>(source: TSource, read: ReadLog) {
  const log = 'log' in read ? read.log : null;
  const entries = {
    source,
    samples: [...(log?.samples ?? [])],
    gpu_count: new Set(log?.samples.map((sample) => sample.gpu_id)).size,
    unparsed_records: log?.unparsedRecords ?? 0,
    total_count: log?.samples.length ?? 0,
    truncated: log?.truncated ?? false,
  };
  if (entries.total_count > 0) return { ...entries, has_data: true as const };
  const reason = 'reason' in read ? read.reason : `The file holds no readings of GPUs that ${source} writes.`;
  return { ...entries, has_data: false as const, reason, how_to_collect: HOW_TO_COLLECT[source] };
}

function reasonOf(error: unknown): string {
  const code = isPerfXpertError(error) ? error.code : systemErrorCode(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'NOT_FOUND':
      return 'There is no such file.';
    case 'EACCES':
    case 'EPERM':
    case 'PERMISSION_DENIED':
      return 'The file may not be read.';
    case 'EISDIR':
      return 'The path names a folder, not a file.';
    case 'ERR_FS_FILE_TOO_LARGE':
    case 'ERR_STRING_TOO_LONG':
      return 'The file is too large to be read at once; cut it.';
    default:
      return 'The file cannot be read.';
  }
}
