import fs from 'node:fs';
import path from 'node:path';
import { describe } from '@jest/globals';

function findFolder(): string | null {
  const given = process.env.PERFXPERT_SHARED;
  const candidates = [
    ...(given === undefined ? [] : [given]),
    path.resolve(import.meta.dirname, '../../../../../shared'),
  ];
  return candidates.map((folder) => path.join(folder, 'traces')).find((folder) => fs.existsSync(folder)) ?? null;
}

/** Folder of the recordings that are kept beside the project; null where there is none. */
export const tracesFolder = findFolder();

/** `describe`, or a skip with a printed reason where the recordings are missing. */
export const describeWithTraces: (name: string, tests: () => void) => void =
  tracesFolder === null ? describe.skip : describe;
if (tracesFolder === null)
  process.stdout.write('recordings not found (PERFXPERT_SHARED or ../shared): tests that read them are skipped\n');

/** Path of a recording. */
export function recording(name: string): string {
  return path.join(tracesFolder ?? '', name);
}

/** The parts of `facts.json` that the reader is held against; computed from the files by plain SQL. */
export interface Facts {
  readonly rows: Readonly<Record<string, number>>;
  readonly kind: string;
  readonly guid?: readonly string[];
  readonly schema_version?: readonly string[];
  readonly kernels?: {
    readonly dispatches: number;
    readonly distinct_names: number;
    readonly total_ns: number;
    readonly first_start: number;
    readonly last_end: number;
    readonly unknown_grid: number;
    readonly under_10us: number;
  };
  readonly top_kernels?: readonly { name: string; calls: number; total_ns: number; min_ns: number; max_ns: number }[];
  readonly copies?: Readonly<Record<string, { count: number; bytes: number; total_ns: number; size_unknown: number }>>;
  readonly top_regions?: readonly { name: string; calls: number; total_ns: number }[];
  readonly event_categories?: Readonly<Record<string, number>>;
  readonly dispatches_linked_to_api_call?: number;
  readonly counters?: { readonly distinct: number; readonly first_dispatch: Readonly<Record<string, number>> };
  readonly op_types?: readonly { type: string; count: number; total_ns: number }[];
  readonly api_calls?: readonly { name: string; calls: number; total_ns: number }[];
}

/** `facts.json` by file name. First and last times are beyond 2^53: they are read as text (`exactTimes`). */
export function readFacts(): Readonly<Record<string, Facts>> {
  if (tracesFolder === null) return {};
  return JSON.parse(fs.readFileSync(recording('facts.json'), 'utf8')) as Record<string, Facts>;
}

/** `first_start` and `last_end` of each file with all their digits. */
export function exactTimes(): ReadonlyMap<string, { first: bigint; last: bigint }> {
  const times = new Map<string, { first: bigint; last: bigint }>();
  if (tracesFolder === null) return times;
  const text = fs.readFileSync(recording('facts.json'), 'utf8');
  const pattern = /"file": "([^"]+)"|"first_start": (\d+),\s*"last_end": (\d+)/g;
  let file = '';
  for (const [, name, first, last] of text.matchAll(pattern))
    if (name !== undefined) file = name;
    else if (first !== undefined && last !== undefined) times.set(file, { first: BigInt(first), last: BigInt(last) });
  return times;
}
