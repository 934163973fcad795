import type { AttKernelRow, AttTrace } from '../../schemas/att-trace.js';
import { RULE_THRESHOLDS } from '../diagnosis/rule-thresholds.js';
import { percentOf } from '../statistics/percent-of.js';
import { compareText } from '../text/compare-text.js';
import type { Unreadable } from '../../tool/folder-reader.js';
import { parseStatsCsv } from './parse-stats-csv.js';
import { summarizeKernel } from './summarize-kernel.js';

const MAX_KERNELS = 50;
const NOTE =
  'A thread trace samples one compute unit per shader engine and, unless told otherwise, the first dispatch of a kernel.';
const NO_WAVE = 'no wave of its dispatch ran on the traced unit';
const RECORD_OTHERWISE =
  'no kernel of the stats_*.csv files was executed on the traced unit; trace another one (--att-target-cu), more shader engines (--att-shader-engine-mask) or more work-groups';

/** A stats file: its content, or why it could not be read. */
export interface StatsFileText {
  /** Path relative to the folder. */
  readonly csvFile: string;
  readonly text: string | Unreadable;
}

export interface ThreadTraceFolder {
  /** As given. */
  readonly directory: string;
  readonly isDiscovered: boolean;
  readonly files: readonly StatsFileText[];
  /** Why there are no files; null where there are. */
  readonly reason: string | null;
}

/**
 * The kernels of a folder of thread traces, the most stalled first. Stall and latency are totals over all executions, as
 * rocprofv3 documents them, so kernels and instructions are ranked by them as they are.
 *
 * @param kernelNames names of the trace's kernels; a traced kernel is linked to the one of the same name
 */
export function analyzeThreadTrace(folder: ThreadTraceFolder, kernelNames: readonly string[] = []): AttTrace {
  const kernels: AttKernelRow[] = [];
  const skippedFiles: AttTrace['skipped_files'] = [];
  let skippedRows = 0;
  let unexecuted = 0;
  const names = new Set(kernelNames);
  for (const { csvFile, text } of folder.files) {
    const parsed = typeof text === 'string' ? parseStatsCsv(text, stemOf(csvFile)) : null;
    if (parsed === null) {
      const reason = typeof text === 'string' ? 'has no columns Instruction, Hitcount, Latency and Stall' : text.reason;
      skippedFiles.push({ csv_file: csvFile, reason });
      continue;
    }
    skippedRows += parsed.skippedRows;
    let used = 0;
    for (const kernel of parsed.kernels) {
      const summary = summarizeKernel(kernel, csvFile);
      if (summary === null) unexecuted++;
      else {
        used++;
        kernels.push({ ...summary, trace_kernel: matchingName(kernel.name, kernel.mangledName, names) });
      }
    }
    if (used === 0) skippedFiles.push({ csv_file: csvFile, reason: NO_WAVE });
  }
  const totalStall = kernels.reduce((total, kernel) => total + kernel.stall_cycles, 0);
  const sorted = kernels
    .map((kernel) => ({ ...kernel, stall_pct: percentOf(kernel.stall_cycles, totalStall) }))
    .sort(
      (a, b) => b.stall_cycles - a.stall_cycles || compareText(a.name, b.name) || compareText(a.csv_file, b.csv_file),
    );
  return {
    has_att_data: kernels.length > 0,
    reason: kernels.length > 0 ? null : reasonOf(folder, unexecuted, skippedFiles),
    directory: folder.directory,
    is_discovered: folder.isDiscovered,
    kernels: sorted.slice(0, MAX_KERNELS),
    skipped_files: skippedFiles,
    summary: {
      kernel_count: kernels.length,
      high_stall_kernels: kernels.filter(isHighStall).length,
      csv_files: new Set(kernels.map((kernel) => kernel.csv_file)).size,
      skipped_rows: skippedRows,
      unexecuted_kernels: unexecuted,
      note: NOTE,
    },
  };
}

function isHighStall({ top_stalling_instructions: [worst] }: AttKernelRow): boolean {
  const { attHits, attHighStallFrac } = RULE_THRESHOLDS;
  if (worst === undefined) return false;
  return worst.hitcount >= attHits.value && (worst.stall_ratio ?? 0) >= attHighStallFrac.value;
}

function reasonOf(folder: ThreadTraceFolder, unexecuted: number, skipped: AttTrace['skipped_files']): string {
  if (folder.reason !== null) return folder.reason;
  const isEmpty = unexecuted > 0 || skipped.some(({ reason }) => reason === NO_WAVE);
  return isEmpty ? RECORD_OTHERWISE : 'no stats_*.csv file holds instructions of a thread trace';
}

/** The name of a headless file: `stats_my_kernel.csv` is of `my_kernel`. */
function stemOf(csvFile: string): string {
  const name = csvFile.slice(Math.max(csvFile.lastIndexOf('/'), csvFile.lastIndexOf('\\')) + 1);
  return name.replace(/^stats_/, '').replace(/\.csv$/i, '');
}

/** The trace's spelling of a traced kernel: the demangled name, the mangled one, either with the suffix `.kd`. */
function matchingName(name: string, mangledName: string | null, names: ReadonlySet<string>): string | null {
  const candidates = [name, mangledName].flatMap((text) => (text === null ? [] : [text, `${text}.kd`]));
  return candidates.find((candidate) => names.has(candidate)) ?? null;
}
