import type { Recommendation } from '../../src/index.js';
import { lengthOf, union, without } from './sql-truth.js';
import type { Span, SqlCopy, SqlKernel, SqlTruth } from './sql-truth.js';

const RCCL = /nccl|rccl|mscclpp/i;
const SYNC = /Synchronize|^hsa_signal_wait|^hipMemcpy(?!.*Async)/;
const LAUNCH = /^hip\w*Launch(?!HostFunc)/;
const SHORT_NS = 10_000;
const LONGEST_GAP_NS = 50_000;

/** HBM peaks as the vendor publishes them, GB/s; MI250X per half. */
const HBM_GBPS: Readonly<Record<string, number>> = {
  gfx908: 1228.8,
  gfx90a: 1638.4,
  gfx942: 5324.8,
  gfx950: 8000,
};

/**
 * A figure of the evidence of a finding, from the rows of the file alone: another way to the same number. Undefined for
 * figures that no row holds: words of the diagnosis and data-sheet values.
 */
export function sqlFigure(metric: string, finding: Recommendation, truths: readonly SqlTruth[]): number | undefined {
  const [truth] = truths;
  return truth !== undefined && truths.length === 1
    ? figureOfOne(metric, finding, truth)
    : figureOfSeveral(metric, finding, truths);
}

/** Windows of processes that ran one after the other, or on several machines, are added up. */
function figureOfSeveral(metric: string, finding: Recommendation, truths: readonly SqlTruth[]): number | undefined {
  const total = (name: string): number =>
    truths.reduce((sum, truth) => sum + (figureOfOne(name, finding, truth) ?? 0), 0);
  if (metric === 'percent_of_total') return (100 * total('total_duration')) / total('kernel_sum_ns');
  const share = /^(.*)_pct$/.exec(metric);
  if (share !== null) return (100 * total(`${share[1] ?? ''}_ns`)) / total('wall_ns');
  return /_ns$|^(total_duration|calls|dispatches|launches)$/.test(metric) ? total(metric) : undefined;
}

function figureOfOne(metric: string, finding: Recommendation, truth: SqlTruth): number | undefined {
  const window = windowOf(truth);
  const match = /^(.*)_(ns|pct)$/.exec(metric);
  const part = match === null ? undefined : window.parts[match[1] ?? ''];
  if (match !== null && part !== undefined) return match[2] === 'ns' ? part : (100 * part) / window.wallNs;
  if (metric === 'small_grid_exclusive_pct')
    return (100 * (ofKernels('small_grid_exclusive_ns', finding, truth) ?? 0)) / window.wallNs;
  return (
    ofKernels(metric, finding, truth) ??
    ofCopies(metric, finding, truth) ??
    ofRanges(metric, truth, window.emptySpans) ??
    ofCalls(metric, finding, truth, window.emptySpans) ??
    ofShortKernels(metric, truth) ??
    ofCounters(metric, finding, truth) ??
    ofWarmup(metric, finding, truth)
  );
}

function windowOf({ kernels, copies, calls }: SqlTruth) {
  const spansOf = (rows: readonly { readonly span: Span }[]) => rows.map(({ span }) => span);
  const kernelSpans = union(spansOf(kernels));
  const deviceCopies = copies.filter(({ direction }) => direction !== 'Host-to-Host');
  const busy = union([...kernelSpans, ...spansOf(deviceCopies)]);
  const window: Span = [busy[0]?.[0] ?? 0, busy.at(-1)?.[1] ?? 0];
  const wallNs = window[1] - window[0];
  const clip = (spans: readonly Span[]): Span[] =>
    spans.flatMap(([start, end]) => {
      const clipped: Span = [Math.max(start, window[0]), Math.min(end, window[1])];
      return clipped[1] > clipped[0] ? [clipped] : [];
    });
  const exposedOf = (rows: typeof calls) => lengthOf(without(clip(spansOf(rows)), busy));
  const apiNs = exposedOf(calls);
  const waitNs = exposedOf(calls.filter(({ name }) => SYNC.test(name) && !LAUNCH.test(name)));
  const emptyNs = wallNs - lengthOf(busy);
  const collectives = kernels.filter(({ name }) => RCCL.test(name));
  const others = kernels.filter(({ name }) => !RCCL.test(name));
  const gap = shortGaps(kernels, busy);
  const parts: Readonly<Record<string, number>> = {
    wall: wallNs,
    compute: lengthOf(kernelSpans),
    copy_exposed: lengthOf(without(spansOf(deviceCopies), kernelSpans)),
    communication_exposed: lengthOf(without(spansOf(collectives), spansOf(others))),
    gpu_busy: lengthOf(busy),
    gpu_empty: emptyNs,
    kernel_sum: kernels.reduce((sum, { span: [start, end] }) => sum + end - start, 0),
    api_exposed: apiNs,
    api_exposed_wait: waitNs,
    api_exposed_without_wait: apiNs - waitNs,
    idle_other: emptyNs - apiNs,
    gap_after_short: Math.min(gap, emptyNs),
  };
  return { wallNs, parts, emptySpans: { clip, busy } };
}

/** Gaps below 50 us that begin where a kernel below 10 us ends. */
function shortGaps(kernels: readonly SqlKernel[], busy: readonly Span[]): number {
  const shortEnds = new Set(
    kernels.filter(({ span: [start, end] }) => end - start < SHORT_NS).map(({ span: [, end] }) => end),
  );
  let total = 0;
  for (const [index, [, end]] of busy.entries()) {
    const next = busy[index + 1]?.[0];
    if (next !== undefined && next - end < LONGEST_GAP_NS && shortEnds.has(end)) total += next - end;
  }
  return total;
}

function ofKernels(metric: string, { kernels = [], target }: Recommendation, truth: SqlTruth): number | undefined {
  const names = new Set(kernels.length > 0 ? kernels : [target ?? '']);
  const own = truth.kernels.filter(({ name }) => names.has(name));
  const sum = (rows: readonly SqlKernel[]) => rows.reduce((total, { span: [start, end] }) => total + end - start, 0);
  switch (metric) {
    case 'total_duration':
      return sum(own);
    case 'percent_of_total':
      return (100 * sum(own)) / sum(truth.kernels);
    case 'exclusive_ns':
    case 'small_grid_exclusive_ns':
      return [...names].reduce((total, kernel) => {
        const spans = own.filter(({ name }) => name === kernel).map(({ span }) => span);
        return (
          total +
          lengthOf(
            without(
              spans,
              truth.kernels.filter(({ name }) => name !== kernel).map(({ span }) => span),
            ),
          )
        );
      }, 0);
    case 'calls': {
      const launches = truth.kernels.filter(({ name }) => name === target).length;
      return launches === 0 ? undefined : launches;
    }
    case 'collectives':
      return truth.kernels.filter(({ name }) => RCCL.test(name)).length;
    case 'overlap_pct': {
      const spansOf = (isMeant: boolean) =>
        truth.kernels.filter(({ name }) => RCCL.test(name) === isMeant).map(({ span }) => span);
      const all = lengthOf(union(spansOf(true)));
      return Math.round((1e4 * (all - lengthOf(without(spansOf(true), spansOf(false))))) / all) / 100;
    }
    case 'workgroups':
      return truth.kernels.find(({ name }) => name === target)?.workgroups;
    case 'compute_units':
      return truth.agent['cu_count'];
    case 'dispatches':
    case 'launches':
      return truth.kernels.length;
    default:
      return undefined;
  }
}

function ofCopies(metric: string, { target }: Recommendation, { copies }: SqlTruth): number | undefined {
  const own = copies.filter(({ direction }) => direction === target);
  const ns = (rows: readonly SqlCopy[]) => rows.reduce((total, { span: [start, end] }) => total + end - start, 0);
  const sized = own.filter(({ bytes }) => bytes > 0);
  const bytes = sized.reduce((total, copy) => total + copy.bytes, 0);
  if (own.length === 0) return undefined;
  switch (metric) {
    case 'copies':
      return own.length;
    case 'total_bytes':
      return bytes;
    case 'avg_bytes':
      return bytes / sized.length;
    case 'total_duration_ns':
      return ns(own);
    case 'sized_duration_ns':
      return ns(sized);
    case 'bandwidth_gbps':
      return bytes / ns(sized);
    default:
      return undefined;
  }
}

/**
 * Idle time under no call in ranges of one text, less that in ranges inside them: of each gap the part in ranges of the
 * thread that launches what ends it; where that has no ranges or is not recorded, in the range opened last.
 */
function ofRanges(
  metric: string,
  { ranges, calls, kernels, copies }: SqlTruth,
  { clip, busy }: { clip(spans: readonly Span[]): Span[]; readonly busy: readonly Span[] },
): number | undefined {
  const prefix = 'idle_ns in ';
  if (!metric.startsWith(prefix)) return undefined;
  const name = metric.slice(prefix.length);
  const threadOf = new Map(calls.map(({ stack, thread }) => [stack, thread]));
  const startsAt = new Map([...copies, ...kernels].map(({ span, stack }) => [span[0], threadOf.get(stack)]));
  const window: Span = [busy[0]?.[0] ?? 0, busy.at(-1)?.[1] ?? 0];
  const idle = without([window], busy).flatMap((gap) =>
    without(
      [gap],
      clip(calls.map(({ span }) => span)).filter(([start, end]) => start < gap[1] && end > gap[0]),
    ).map((span) => ({ span, thread: startsAt.get(gap[1]) })),
  );
  const marking = new Set(ranges.map(({ thread }) => thread));
  return ranges.reduce((total, { name: own, span, thread }, index) => {
    if (own.replace(/[\s#_:.=([-]+\d+[\s)\]]*$/, '') !== name && own !== name) return total;
    // Ranges come in order of start, outer ones first: those inside one follow it.
    const later = ranges.slice(index + 1).filter((other) => other.span[0] < span[1]);
    const inPieces = (isMeant: (launcher: number | undefined) => boolean): Span[] =>
      idle
        .filter((piece) => isMeant(piece.thread) && piece.span[0] < span[1] && piece.span[1] > span[0])
        .map((piece): Span => [Math.max(piece.span[0], span[0]), Math.min(piece.span[1], span[1])]);
    const onThread = inPieces((launcher) => launcher === thread);
    const unknown = inPieces((launcher) => launcher === undefined || !marking.has(launcher));
    const spansOf = (rows: typeof later): Span[] => rows.map((row) => row.span);
    return (
      total +
      lengthOf(without(onThread, spansOf(later.filter((other) => other.thread === thread)))) +
      lengthOf(without(unknown, spansOf(later)))
    );
  }, 0);
}

function ofCalls(
  metric: string,
  { evidence }: Recommendation,
  { calls }: SqlTruth,
  { clip, busy }: { clip(spans: readonly Span[]): Span[]; readonly busy: readonly Span[] },
): number | undefined {
  const prefix = 'exposed_ns of ';
  const named = evidence.find((entry) => entry.metric === 'call')?.value;
  const name = metric.startsWith(prefix) ? metric.slice(prefix.length) : named;
  const own = calls.filter((call) => call.name === name);
  if (metric === 'launch_overhead_ns') return selfTime(calls, LAUNCH);
  if (own.length === 0) return undefined;
  if (metric === 'calls') return own.length;
  return metric.startsWith('exposed_ns') ? lengthOf(without(clip(own.map(({ span }) => span)), busy)) : undefined;
}

/** Time of calls of a class less that of the calls right inside them on the same thread. */
function selfTime(calls: SqlTruth['calls'], pattern: RegExp): number {
  const open = new Map<number, { end: number; isOwn: boolean }[]>();
  let total = 0;
  for (const { name, span, thread } of calls) {
    const stack = open.get(thread) ?? [];
    while (stack.length > 0 && (stack.at(-1)?.end ?? 0) < span[1]) stack.pop();
    const isOwn = pattern.test(name);
    if (isOwn) total += span[1] - span[0];
    if (stack.at(-1)?.isOwn === true) total -= span[1] - span[0];
    stack.push({ end: span[1], isOwn });
    open.set(thread, stack);
  }
  return total;
}

function ofShortKernels(metric: string, { kernels }: SqlTruth): number | undefined {
  const short = kernels.filter(({ span: [start, end] }) => end - start < SHORT_NS);
  switch (metric) {
    case 'threshold_us':
      return SHORT_NS / 1000;
    case 'short_kernel_count':
      return short.length;
    case 'short_kernel_pct':
      return Math.round((1e4 * short.length) / kernels.length) / 100;
    case 'short_kernel_time_ns':
      return short.reduce((total, { span: [start, end] }) => total + end - start, 0);
    default:
      return undefined;
  }
}

/** Shares of time by AMD's formulas for CDNA, weighted by duration; ratios of sums. */
function ofCounters(metric: string, { target }: Recommendation, truth: SqlTruth): number | undefined {
  const rows = truth.kernels
    .filter(({ name }) => name === target)
    .map(({ event, span: [start, end] }) => ({
      ns: end - start,
      of: truth.counters.get(event) ?? new Map<string, number>(),
    }));
  const sum = (name: string) => rows.reduce((total, { of }) => total + (of.get(name) ?? 0), 0);
  const ns = rows.reduce((total, row) => total + row.ns, 0);
  const share = (part: (of: ReadonlyMap<string, number>) => number) =>
    rows.reduce((total, row) => total + row.ns * part(row.of), 0) / ns;
  const { cu_count: cus = 0, num_xcc: xccs = 1, simd_per_cu: simds = 4, max_waves_per_cu: waves = 32 } = truth.agent;
  const cycles = (of: ReadonlyMap<string, number>) => (of.get('GRBM_GUI_ACTIVE') ?? 0) / xccs;
  const has = (...names: readonly string[]) => rows.some(({ of }) => names.every((name) => of.has(name)));
  switch (metric) {
    case 'hbm_utilization_pct': {
      const peak = HBM_GBPS[truth.gfx];
      if (peak === undefined || !has('FETCH_SIZE', 'WRITE_SIZE')) return undefined;
      return (100 * 1024 * (sum('FETCH_SIZE') + sum('WRITE_SIZE'))) / ns / peak;
    }
    case 'valu_busy_pct':
      return has('SQ_ACTIVE_INST_VALU')
        ? share((of) => (100 * (of.get('SQ_ACTIVE_INST_VALU') ?? 0)) / cus / cycles(of))
        : undefined;
    case 'mfma_utilization_pct':
      return has('SQ_VALU_MFMA_BUSY_CYCLES')
        ? share((of) => (100 * (of.get('SQ_VALU_MFMA_BUSY_CYCLES') ?? 0)) / (cus * simds) / cycles(of))
        : undefined;
    case 'occupancy_measured_pct':
      // Counted in units of four cycles.
      return has('SQ_WAVE_CYCLES')
        ? share((of) => (100 * 4 * (of.get('SQ_WAVE_CYCLES') ?? 0)) / cus / waves / cycles(of))
        : undefined;
    case 'l1_miss_frac': {
      const [reads, requests] = ['TCP_TOTAL_READ', 'TCP_TCC_READ_REQ'].map((name) => sum(name) + sum(`${name}_sum`));
      return reads === undefined || reads === 0 ? undefined : (requests ?? 0) / reads;
    }
    case 'lds_conflicts_per_access': {
      const conflicts = sum('SQ_LDS_BANK_CONFLICT');
      return has('SQ_LDS_IDX_ACTIVE') ? conflicts / (sum('SQ_LDS_IDX_ACTIVE') - conflicts) : undefined;
    }
    case 'waves_per_simd': {
      const vgprs = truth.kernels.find(({ name }) => name === target)?.vgprs ?? 0;
      return Math.min(8, Math.floor(512 / (Math.ceil(vgprs / 8) * 8)));
    }
    case 'max_waves_per_simd':
      return 8;
    default:
      return undefined;
  }
}

/** The shape of the kernel with the largest excess of its first calls over the median of the later ones. */
function ofWarmup(metric: string, { target, name }: Recommendation, { kernels }: SqlTruth): number | undefined {
  if (name !== 'warmup') return undefined;
  const shapes = new Map<string, number[]>();
  for (const { name: kernel, shape, span } of kernels)
    if (kernel === target) shapes.set(shape, [...(shapes.get(shape) ?? []), span[1] - span[0]]);
  const outliers = [...shapes.values()]
    .filter((durations) => durations.length >= 3)
    .map((durations) => {
      const rest = durations.slice(1).sort((left, right) => left - right);
      const half = (rest.length - 1) / 2;
      const median = ((rest[Math.floor(half)] ?? 0) + (rest[Math.ceil(half)] ?? 0)) / 2;
      let excess = 0;
      for (const duration of durations) {
        if (duration <= 1.2 * median) break;
        excess += duration - median;
      }
      const first = durations[0] ?? 0;
      return { first_duration_ns: first, median_ns: median, ratio: first / median, excess_ns: excess };
    })
    .sort((left, right) => right.excess_ns - left.excess_ns);
  const figures: Readonly<Record<string, number>> = outliers[0] ?? {};
  return figures[metric];
}
