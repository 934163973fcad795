import fs from 'node:fs';
import path from 'node:path';

/** Folder with recorded and planted traces: `PERFXPERT_SHARED`, else `shared` beside the repository; null without it. */
export function findSharedFolder(): string | null {
  const beside = path.resolve(import.meta.dirname, '../../../../../shared');
  const folder = process.env['PERFXPERT_SHARED'] ?? beside;
  if (fs.existsSync(path.join(folder, 'traces/facts.json'))) return folder;
  process.stderr.write(`No recorded traces in ${folder} (set PERFXPERT_SHARED): their tests are skipped.\n`);
  return null;
}

/** Known figures of a recorded rocpd trace, computed by plain SQL. */
export interface RecordedFacts {
  readonly kind: string;
  readonly guid?: readonly string[];
  readonly kernels?: {
    readonly dispatches: number;
    readonly distinct_names: number;
    readonly total_ns: number;
    readonly span_ns: number;
    readonly busy_union_ns: number;
    readonly under_10us: number;
    readonly rccl: { readonly calls: number; readonly total_ns: number };
  };
  readonly top_kernels?: readonly {
    readonly name: string;
    readonly calls: number;
    readonly total_ns: number;
    readonly min_ns: number;
    readonly max_ns: number;
  }[];
  readonly counters?: { readonly first_dispatch: Readonly<Record<string, number>> };
  readonly gpu_span_ns?: number;
  readonly gpu_busy_union_ns?: number;
  readonly op_span_ns?: number;
  readonly op_types?: readonly { readonly type: string; readonly count: number; readonly total_ns: number }[];
}

/** Facts of all recorded traces by file name. */
export function readRecordedFacts(folder: string): ReadonlyMap<string, RecordedFacts> {
  const text = fs.readFileSync(path.join(folder, 'traces/facts.json'), 'utf8');
  return new Map(Object.entries(JSON.parse(text) as Record<string, RecordedFacts>));
}
