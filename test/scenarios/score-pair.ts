import type { Pair } from './pairs.js';
import { partitionOfRecording } from './partition.js';
import type { Recording } from './recording.js';
import { isJson, numberOf } from './report-reading.js';
import type { Json } from './report-reading.js';

/** How a comparison of a pair compares with the truth. */
export interface PairScore {
  readonly id: string;
  readonly said: string;
  readonly verdict: boolean;
  /** All slower (faster) kernels are named, and no others are called slower. */
  readonly named: boolean;
  readonly quiet: boolean;
  /** A renamed kernel is one kernel. */
  readonly renamed: boolean;
  /** Calls and total times of each kernel, and the window, agree to the nanosecond. */
  readonly exact: boolean;
  readonly copies: boolean;
}

/** Scores the result of `trace_diff.diff_runs`. */
export function scorePair(diff: unknown, pair: Pair, baseline: Recording, candidate: Recording): PairScore {
  const document = isJson(diff) ? diff : {};
  const slower = namesOf(document.primary_regressions);
  const faster = namesOf(document.primary_improvements);
  const allowed = [...pair.regressed, ...pair.moreCalls];
  return {
    id: pair.id,
    said: String(document.verdict),
    verdict: document.verdict === pair.verdict,
    named:
      pair.regressed.every((name) => slower.includes(name)) && pair.improved.every((name) => faster.includes(name)),
    quiet: slower.every((name) => allowed.includes(name)),
    renamed: pair.renamed.every(({ old, new: to }) => isRenamed(document, old, to)),
    exact: isExact(document, pair, baseline, candidate),
    copies: (document.copies_regressed === true) === pair.copiesRegressed,
  };
}

function isRenamed(document: Json, old: string, to: string): boolean {
  const rows = Array.isArray(document.renamed) ? document.renamed.filter(isJson) : [];
  const stray = [...namesOf(document.added), ...namesOf(document.removed)];
  return rows.some((row) => row.old === old && row.new === to) && !stray.includes(old) && !stray.includes(to);
}

function isExact(document: Json, pair: Pair, baseline: Recording, candidate: Recording): boolean {
  const windows =
    numberOf(document, 'gpu_window_baseline_ns') === partitionOfRecording(baseline).wall_ns &&
    numberOf(document, 'gpu_window_new_ns') === partitionOfRecording(candidate).wall_ns;
  const rows = Array.isArray(document.per_kernel) ? document.per_kernel.filter(isJson) : [];
  const names = new Set(candidate.kernels.map((kernel) => kernel.name));
  const kernels = [...names].every((name) => {
    const old = pair.renamed.find((one) => one.new === name)?.old ?? name;
    const before = totalOf(baseline, old);
    const after = totalOf(candidate, name);
    return rows.some(
      (row) =>
        row.name === name &&
        row.calls_baseline === before.calls &&
        row.calls_new === after.calls &&
        row.baseline_ns === before.ns &&
        row.new_ns === after.ns,
    );
  });
  return windows && kernels;
}

function totalOf(recording: Recording, name: string): { calls: number; ns: number } {
  const own = recording.kernels.filter((kernel) => kernel.name === name);
  return { calls: own.length, ns: own.reduce((sum, kernel) => sum + kernel.endNs - kernel.startNs, 0) };
}

function namesOf(rows: unknown): string[] {
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => (isJson(row) ? String(row.name) : String(row)));
}
