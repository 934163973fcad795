import type { AttTrace } from '../../schemas/att-trace.js';
import type { Diagnostic } from '../../schemas/diagnostic.js';
import { printable } from '../diagnosis/printable.js';

/** Files named in a notice; more are counted, and all stand in `skipped_files`. */
const MOST_FILES = 3;

/** What a reader must know of a thread trace: that there is none, that parts were left out, that it is of another run. */
export function attDiagnostics(att: AttTrace): Diagnostic[] {
  return [...withoutData(att), ...leftOut(att), ...ofOtherKernels(att)];
}

function withoutData({ has_att_data: hasData, reason, skipped_files: skipped }: AttTrace): Diagnostic[] {
  if (hasData) return [];
  return [
    {
      code: 'ATT_UNAVAILABLE',
      severity: 'warning',
      message: `The thread trace gives nothing: ${reason ?? 'no data'}.${skipped.length === 0 ? '' : ` Left out: ${namesOf(skipped)}.`}`,
      section: 'att_trace',
      how_to_fix: 'Record one with rocprofv3 --att and name the folder that holds its stats_*.csv files.',
    },
  ];
}

function leftOut({ has_att_data: hasData, skipped_files: skipped, summary }: AttTrace): Diagnostic[] {
  if (!hasData || (skipped.length === 0 && summary.skipped_rows === 0)) return [];
  const files = skipped.length === 1 ? '1 file' : `${skipped.length} files`;
  const rows = summary.skipped_rows === 1 ? '1 row' : `${summary.skipped_rows} rows`;
  return [
    {
      code: 'ATT_PARTIAL',
      severity: 'info',
      message: `Of the thread trace, ${files} and ${rows} are left out${skipped.length === 0 ? '' : `: ${namesOf(skipped)}`}.`,
      section: 'att_trace',
      how_to_fix: 'Record these files anew with rocprofv3 --att, or take them out of the folder.',
    },
  ];
}

/** Each file with its reason, on one line. */
function namesOf(skipped: AttTrace['skipped_files']): string {
  const named = skipped.slice(0, MOST_FILES).map(({ csv_file: file, reason }) => `${printable(file)} (${reason})`);
  const rest = skipped.length - named.length;
  return [...named, ...(rest > 0 ? [`${String(rest)} more`] : [])].join(', ');
}

function ofOtherKernels({ has_att_data: hasData, is_discovered: isDiscovered, kernels }: AttTrace): Diagnostic[] {
  if (!hasData || isDiscovered || kernels.some((kernel) => kernel.trace_kernel !== null)) return [];
  return [
    {
      code: 'ATT_OTHER_KERNELS',
      severity: 'warning',
      message: 'No kernel of the thread trace is in the trace: its stalls cannot be tied to the time shown here.',
      section: 'att_trace',
      how_to_fix: 'Record the thread trace with the same program and build.',
    },
  ];
}
