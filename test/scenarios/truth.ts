import { Host } from './host.js';
import type { RunOptions, Speed } from './host.js';
import { estimateKernel } from './kernel-model.js';
import { partitionOfRecording } from './partition.js';
import type { Partition } from './partition.js';
import { PARTS } from './parts.js';
import { copyName } from './recording.js';
import type { Recording } from './recording.js';
import type { Scenario } from './scenario.js';
import { FAMILIES } from './techniques.js';
import type { Family } from './techniques.js';

/** Gain of a change, before over after. Null where it has no meaning. */
export interface Gain {
  readonly program: number;
  readonly gpu_window: number;
  readonly steady_state: number | null;
  readonly saved_ns: number;
}

/** Gain of the fix; `guilty_kernel` is null where the fix changes no kernel. */
export interface Speedup extends Gain {
  readonly guilty_kernel: number | null;
}

/** A distractor as a score reads it. */
export interface NotFirst {
  readonly what: string;
  readonly names: readonly string[];
  readonly match: readonly string[];
  readonly whatif: Gain | null;
}

/** What is true of a planted trace. */
export interface Truth {
  readonly truth_version: 1;
  readonly kind: 'single';
  readonly id: string;
  readonly title: string;
  readonly db: string;
  readonly gfx: string;
  readonly sku: string;
  readonly has_counters: boolean;
  readonly has_api: boolean;
  readonly healthy: boolean;
  readonly primary_bottleneck: string | null;
  readonly primary_accepted: readonly string[];
  readonly driver: string | null;
  readonly driver_accepted: readonly string[];
  readonly guilty: { readonly kind: string; readonly names: readonly string[] };
  readonly acceptable_techniques: readonly Family[];
  readonly not_first: readonly NotFirst[];
  readonly speedup: Speedup | null;
  /** Gain of each part of the fix alone. */
  readonly what_if: Readonly<Record<string, Gain>>;
  readonly partition: Partition;
  readonly per_kernel: readonly { readonly name: string; readonly calls: number; readonly total_ns: number }[];
  readonly copies: Readonly<
    Record<string, { readonly count: number; readonly bytes: number; readonly total_ns: number }>
  >;
  readonly api_calls: readonly { readonly name: string; readonly calls: number; readonly total_ns: number }[];
  readonly evidence: Readonly<Record<string, unknown>>;
}

const WARM_UP_STEPS = 2;

/** Runs the program of a scenario, with its noise. */
export function simulate(scenario: Scenario, options: Omit<RunOptions, 'seed'> = {}): Recording {
  const host = new Host(PARTS[scenario.part], { ...options, seed: scenario.seed });
  scenario.program(host);
  const recording = host.finish();
  return scenario.records.api ? recording : { ...recording, regions: [], allocations: [] };
}

/** The truth about a recording of a scenario, by running the same program without its cause and distractors. */
export function truthOf(scenario: Scenario, recording: Recording): Truth {
  const { cause } = scenario;
  const part = PARTS[scenario.part];
  const gain = (options: Omit<RunOptions, 'seed'>): Gain => gainOf(recording, simulate(scenario, options));
  return {
    ...{ truth_version: 1, kind: 'single', id: scenario.id, title: scenario.title, db: 'trace.db' },
    ...{ gfx: part.gfx, sku: part.sku, has_counters: scenario.records.counters, has_api: scenario.records.api },
    healthy: cause === null,
    primary_bottleneck: cause?.primary ?? null,
    primary_accepted: cause?.primaryAccepted ?? [],
    driver: cause?.driver ?? null,
    driver_accepted: cause?.driverAccepted ?? [],
    guilty: cause?.guilty ?? { kind: 'none', names: [] },
    acceptable_techniques: (cause?.techniques ?? []).map((name) => FAMILIES[name]),
    not_first: scenario.distractors.map(({ what, names, match, name, kernel }) => {
      const whatif =
        kernel !== undefined
          ? gain({ faster: { name: kernel, factor: 1.3 } })
          : name === null
            ? null
            : gain({ without: [name] });
      return { what, names, match, whatif };
    }),
    speedup: speedupOf(scenario, recording),
    what_if: whatIfOf(scenario, recording),
    partition: partitionOfRecording(recording),
    per_kernel: totals(recording.kernels),
    copies: Object.fromEntries(
      totals(recording.copies.map((copy) => ({ ...copy, name: copyName(copy.direction) }))).map(
        ({ name, calls, total_ns }) => {
          const own = recording.copies.filter((copy) => copyName(copy.direction) === name);
          return [name, { count: calls, bytes: own.reduce((sum, copy) => sum + copy.bytes, 0), total_ns }];
        },
      ),
    ),
    api_calls: totals(recording.regions.filter((region) => region.kind !== 'marker')),
    evidence: scenario.records.counters ? evidenceOf(recording) : {},
  };
}

function whatIfOf({ cause, ...scenario }: Scenario, recording: Recording): Readonly<Record<string, Gain>> {
  const parts = cause?.removes ?? [];
  if (parts.length < 2) return {};
  return Object.fromEntries(
    parts.map((name) => [name, gainOf(recording, simulate({ ...scenario, cause }, { without: [name] }))]),
  );
}

/** What a program would gain if one kind of operation took half of its time. */
export function sensitivityOf(scenario: Scenario, recording: Recording): Readonly<Record<string, Gain>> {
  const twice = (speed: Speed): Gain => gainOf(recording, simulate(scenario, { speed }));
  return {
    'all API calls twice as fast': twice({ api: 0.5 }),
    'all copies twice as fast': twice({ copies: 0.5 }),
    'all kernels but RCCL twice as fast': twice({ kernels: 0.5 }),
    'collectives twice as fast': twice({ collectives: 0.5 }),
  };
}

function speedupOf(scenario: Scenario, recording: Recording): Speedup | null {
  const removes = scenario.cause?.removes ?? [];
  if (removes.length === 0) return null;
  const fixed = simulate(scenario, { without: removes });
  const before = guiltyNs(recording);
  const after = guiltyNs(fixed);
  const guiltyKernel = before > 0 && after > 0 ? round(before / after) : null;
  return { ...gainOf(recording, fixed), guilty_kernel: guiltyKernel };
}

/** What one recording gains over another of the same program. */
export function gainOf(before: Recording, after: Recording): Gain {
  const span = (recording: Recording): number =>
    extentNs([...recording.kernels, ...recording.copies, ...recording.regions]);
  const window = (recording: Recording): number => extentNs([...recording.kernels, ...recording.copies]);
  const steadyBefore = stepNs(before);
  const steadyAfter = stepNs(after);
  return {
    program: round(span(before) / span(after)),
    gpu_window: round(window(before) / window(after)),
    steady_state: steadyBefore === null || steadyAfter === null ? null : round(steadyBefore / steadyAfter),
    saved_ns: Math.round(window(before) - window(after)),
  };
}

function extentNs(spans: readonly { readonly startNs: number; readonly endNs: number }[]): number {
  const start = spans.reduce((least, span) => Math.min(least, span.startNs), Infinity);
  return spans.reduce((most, span) => Math.max(most, span.endNs), -Infinity) - start;
}

/** Mean time per step, first steps left out; null for fewer than four steps. */
function stepNs({ stepEndsNs }: Recording): number | null {
  const first = stepEndsNs[WARM_UP_STEPS - 1];
  const last = stepEndsNs.at(-1);
  if (first === undefined || last === undefined || stepEndsNs.length < WARM_UP_STEPS + 2) return null;
  return (last - first) / (stepEndsNs.length - WARM_UP_STEPS);
}

function guiltyNs(recording: Recording): number {
  const own = recording.kernels.filter((kernel) => kernel.model?.guilty === true);
  return own.reduce((sum, kernel) => sum + kernel.endNs - kernel.startNs, 0);
}

function totals(items: readonly { readonly name: string; readonly startNs: number; readonly endNs: number }[]) {
  const sums = new Map<string, { name: string; calls: number; total_ns: number }>();
  for (const { name, startNs, endNs } of items) {
    const sum = sums.get(name) ?? { name, calls: 0, total_ns: 0 };
    sum.calls += 1;
    sum.total_ns += endNs - startNs;
    sums.set(name, sum);
  }
  return [...sums.values()].sort((left, right) => right.total_ns - left.total_ns);
}

function evidenceOf(recording: Recording): Record<string, unknown> {
  const evidence: Record<string, unknown> = {};
  for (const { name, model } of recording.kernels) {
    if (model === null || name in evidence) continue;
    const { boundBy, wavesPerSimd, occupancyLimiter, durationNs } = estimateKernel(model, recording.part);
    evidence[name] = {
      bound_by: boundBy,
      waves_per_simd: round(wavesPerSimd),
      occupancy_limiter: occupancyLimiter,
      model_us: round(durationNs / 1000),
      hbm_bytes_per_dispatch: (model.readBytes ?? 0) + (model.writeBytes ?? 0),
    };
  }
  return evidence;
}

function round(value: number): number {
  return Math.round(value * 10000) / 10000;
}
