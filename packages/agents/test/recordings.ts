import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url)))));

/** Folder with recorded traces and their known figures, or null where it is not at hand. */
function findRecordings(): string | null {
  const shared = process.env['PERFXPERT_SHARED'] ?? path.join(ROOT, '../shared');
  const folder = path.join(shared, 'traces');
  if (fs.existsSync(path.join(folder, 'facts.json'))) return folder;
  process.stderr.write(`recorded traces not found (PERFXPERT_SHARED or ../shared): their tests are skipped\n`);
  return null;
}

export const RECORDINGS = findRecordings();

/** What facts.json says of one recording, as far as these tests compare it. */
export interface RecordingFacts {
  readonly kind: string;
  readonly guid?: readonly string[];
  readonly schema_version?: readonly string[];
  readonly gpu_span_ns?: number;
  readonly kernels?: {
    readonly dispatches: number;
    readonly distinct_names: number;
    readonly total_ns: number;
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
  readonly counters?: { readonly first_dispatch?: Readonly<Record<string, number>> };
}

/** All recordings by file name, sorted; empty where there are none. */
export const FACTS: ReadonlyMap<string, RecordingFacts> = new Map(
  RECORDINGS === null
    ? []
    : Object.entries(
        JSON.parse(fs.readFileSync(path.join(RECORDINGS, 'facts.json'), 'utf8')) as Record<string, RecordingFacts>,
      ).sort(([left], [right]) => (left < right ? -1 : 1)),
);

/** Path of a recording. */
export function recording(name: string): string {
  return path.join(RECORDINGS ?? '', name);
}
