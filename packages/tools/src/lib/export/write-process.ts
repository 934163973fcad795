import { categorizeKernelName } from '@perfxpert/knowledge';
import type { ProcessColumns, TraceAgent } from '@perfxpert/rocpd';
import { collectiveOpOfKernel } from '../facts/communication/collective-op.js';
import { copyDirectionOf } from '../facts/copies/copy-direction.js';
import { isMarkerCategory } from '../facts/marker-category.js';
import type { TimelineGroup, TimelineSink } from './timeline-sink.js';
import type { TrackBook } from './track-book.js';

/** Marker texts looked up at a time. */
const CHUNK = 8192;
/** Bytes written before they are handed over. */
const CHUNK_BYTES = 1 << 20;

/** What one process needs beside its columns. */
export interface ProcessExport {
  readonly processIndex: number;
  readonly columns: ProcessColumns;
  /** What is added to times of the columns. */
  readonly shiftNs: number;
  readonly host: TimelineGroup;
  /** Group of an agent by its place in the process's list; opened when first asked for. */
  gpu(agent: number): TimelineGroup;
}

/** How much was written. */
export interface ExportCounts {
  kernels: number;
  copies: number;
  regions: number;
  points: number;
  counter_values: number;
  flows: number;
}

/** Writes everything of one process. `flush` is awaited whenever a chunk is full. */
export async function writeProcess(
  process: ProcessExport,
  sink: TimelineSink,
  book: TrackBook,
  counts: ExportCounts,
  flush: () => Promise<void>,
): Promise<void> {
  const linked = linkedIds(process.columns);
  await writeKernels(process, sink, book, counts, linked, flush);
  await writeCopies(process, sink, book, counts, linked, flush);
  await writeRegions(process, sink, book, counts, linked, flush);
  await writePoints(process, sink, book, counts, flush);
}

/** Correlation ids that stand on both sides: a call and what it started. */
function linkedIds({ dispatches, copies, regions }: ProcessColumns): ReadonlySet<number> {
  const calls = new Set<number>();
  for (const id of regions.stackId) if (id !== 0) calls.add(id);
  const linked = new Set<number>();
  for (const ids of [dispatches.stackId, copies.stackId]) for (const id of ids) if (calls.has(id)) linked.add(id);
  return linked;
}

async function writeKernels(
  { columns, shiftNs, gpu, processIndex }: ProcessExport,
  sink: TimelineSink,
  book: TrackBook,
  counts: ExportCounts,
  linked: ReadonlySet<number>,
  flush: () => Promise<void>,
): Promise<void> {
  const { dispatches, kernels, counters } = columns;
  const categories = kernels.map(({ name }) => kernelCategory(name));
  const byStreams = dispatches.streams.some((stream) => stream >= 0);
  let counter = 0;
  for (let row = 0; row < dispatches.count; row++) {
    const group = gpu(dispatches.agent[row] ?? 0);
    const kernel = dispatches.kernel[row] ?? 0;
    const stream = dispatches.streams[dispatches.stream[row] ?? 0] ?? -1;
    const queue = dispatches.queues[dispatches.queue[row] ?? 0] ?? -1;
    const place = byStreams ? stream : queue;
    const start = (dispatches.startNs[row] ?? 0) + shiftNs;
    const end = (dispatches.endNs[row] ?? 0) + shiftNs;
    const lane = book.row(group, `kernels/${place}`, () => ({
      name: `${byStreams ? 'stream' : 'queue'} ${place < 0 ? 'unknown' : place}`,
      tid: null,
      nests: false,
    }));
    const shape = dispatches.shapes[dispatches.shape[row] ?? 0];
    const stackId = dispatches.stackId[row] ?? 0;
    const values: [string, string | number][] = [
      ['stream', stream],
      ['queue', queue],
      ['workgroup', shape?.workgroup?.join('x') ?? 'unknown'],
      ['grid', shape?.grid?.join('x') ?? 'unknown'],
      ['lds_bytes', shape?.ldsBytes ?? 'unknown'],
      ['scratch_bytes', shape?.scratchBytes ?? 'unknown'],
      ['stack_id', stackId],
    ];
    const { collective } = categories[kernel] ?? { collective: null };
    if (collective !== null) values.push(['collective', collective]);
    for (; counter < counters.count && (counters.dispatch[counter] ?? 0) <= row;) {
      const name = counters.names[counters.name[counter] ?? 0] ?? '';
      const instances: number[] = [];
      const first = counters.name[counter];
      for (
        ;
        counters.dispatch[counter] === row && counters.name[counter] === first && counter < counters.count;
        counter++
      )
        instances.push(counters.value[counter] ?? 0);
      if (instances.length === 0) {
        counter++;
        continue;
      }
      counts.counter_values += instances.length;
      const sum = instances.reduce((total, value) => total + value, 0);
      values.push([name, sum]);
      if (instances.length > 1) values.push([`${name} instances`, instances.join(' ')]);
      const track = book.counter(group, name, null);
      sink.value(track, start, sum);
      sink.value(track, end, 0);
    }
    const isLinked = linked.has(stackId);
    if (isLinked) counts.flows++;
    sink.slice(
      book.place(lane, start, end),
      start,
      end,
      kernels[kernel]?.name ?? 'unnamed kernel',
      collective === null ? 'kernel' : 'kernel,collective',
      values,
      isLinked ? { processIndex, stackId, isSource: false } : null,
    );
    counts.kernels++;
    if (sink.pendingBytes > CHUNK_BYTES) await flush();
  }
}

function kernelCategory(name: string): { collective: string | null } {
  return { collective: categorizeKernelName(name) === 'NCCL' ? collectiveOpOfKernel(name) : null };
}

async function writeCopies(
  { columns, shiftNs, gpu, host, processIndex }: ProcessExport,
  sink: TimelineSink,
  book: TrackBook,
  counts: ExportCounts,
  linked: ReadonlySet<number>,
  flush: () => Promise<void>,
): Promise<void> {
  const { copies, process } = columns;
  const { agents } = process;
  for (let row = 0; row < copies.count; row++) {
    const from = copies.sourceAgent[row] ?? agents.length;
    const to = copies.destinationAgent[row] ?? agents.length;
    const device = [to, from].find((index) => agents[index]?.type === 'GPU');
    const stream = copies.streams[copies.stream[row] ?? 0] ?? -1;
    const start = (copies.startNs[row] ?? 0) + shiftNs;
    const end = (copies.endNs[row] ?? 0) + shiftNs;
    const group = device === undefined ? host : gpu(device);
    const lane = book.row(group, `copies/${stream}`, () => ({
      name: stream < 0 ? 'copies' : `copies, stream ${stream}`,
      tid: null,
      nests: false,
    }));
    const direction = copyDirectionOf(agents[from], agents[to], copies.names[copies.name[row] ?? 0] ?? '');
    const bytes = copies.sizeBytes[row] ?? Number.NaN;
    const stackId = copies.stackId[row] ?? 0;
    const isLinked = linked.has(stackId);
    if (isLinked) counts.flows++;
    sink.slice(
      book.place(lane, start, end),
      start,
      end,
      direction,
      'copy',
      [
        ['bytes', bytes > 0 ? bytes : 'unknown'],
        ['from', agentName(agents[from])],
        ['to', agentName(agents[to])],
        ['stream', stream],
        ['stack_id', stackId],
      ],
      isLinked ? { processIndex, stackId, isSource: false } : null,
    );
    counts.copies++;
    if (sink.pendingBytes > CHUNK_BYTES) await flush();
  }
}

function agentName(agent: TraceAgent | undefined): string {
  return agent === undefined ? 'unknown' : `${agent.type} ${agent.typeIndex ?? agent.id}`;
}

async function writeRegions(
  { columns, shiftNs, host, processIndex }: ProcessExport,
  sink: TimelineSink,
  book: TrackBook,
  counts: ExportCounts,
  linked: ReadonlySet<number>,
  flush: () => Promise<void>,
): Promise<void> {
  const { regions, details } = columns;
  const isMarker = regions.categories.map(isMarkerCategory);
  const sources = new Set<number>();
  for (let from = 0; from < regions.count; from += CHUNK) {
    const to = Math.min(from + CHUNK, regions.count);
    const marked: number[] = [];
    for (let row = from; row < to; row++) if (isMarker[regions.category[row] ?? 0] === true) marked.push(row);
    const texts = marked.length === 0 ? [] : details.markerTexts(Uint32Array.from(marked));
    let next = 0;
    for (let row = from; row < to; row++) {
      const thread = regions.threads[regions.thread[row] ?? 0] ?? -1;
      const start = (regions.startNs[row] ?? 0) + shiftNs;
      const end = (regions.endNs[row] ?? 0) + shiftNs;
      // The index, not the OS number: two thread rows may have the same one.
      const lane = book.row(host, `thread/${regions.thread[row] ?? 0}`, () => ({
        name: thread < 0 ? 'thread unknown' : `thread ${thread}`,
        tid: thread < 0 ? null : thread,
        nests: true,
      }));
      const name = regions.names[regions.name[row] ?? 0] ?? '';
      const category = regions.categories[regions.category[row] ?? 0] ?? '';
      const stackId = regions.stackId[row] ?? 0;
      const isMarked = isMarker[regions.category[row] ?? 0] === true;
      const text = isMarked ? (texts[next++] ?? null) : null;
      const isSource = linked.has(stackId) && !sources.has(stackId);
      if (isSource) sources.add(stackId);
      sink.slice(
        book.place(lane, start, end),
        start,
        end,
        text ?? name,
        category === '' ? 'region' : category,
        isMarked ? [['function', name]] : [['stack_id', stackId]],
        isSource ? { processIndex, stackId, isSource: true } : null,
      );
      counts.regions++;
      if (sink.pendingBytes > CHUNK_BYTES) await flush();
    }
  }
}

async function writePoints(
  { columns, shiftNs, host, gpu }: ProcessExport,
  sink: TimelineSink,
  book: TrackBook,
  counts: ExportCounts,
  flush: () => Promise<void>,
): Promise<void> {
  const { agents } = columns.process;
  const { threads } = columns.regions;
  columns.points.forEach(({ timeNs, category, text, thread, readings }) => {
    const time = timeNs + shiftNs;
    counts.points++;
    for (const { name, agentId, units, value } of readings) {
      const agent = agents.findIndex(({ id }) => id === agentId);
      const group = agents[agent]?.type === 'GPU' ? gpu(agent) : host;
      if (Number.isFinite(value)) sink.value(book.counter(group, name, units), time, value);
      counts.counter_values++;
    }
    if (readings.length > 0 && text === null) return;
    const index = thread === null ? -1 : threads.indexOf(thread);
    const key = index >= 0 ? `thread/${index}` : `marks/${thread ?? ''}`;
    const lane = book.row(host, key, () => ({
      name: thread === null ? 'marks' : `thread ${thread}`,
      tid: thread !== null && thread >= 0 ? thread : null,
      nests: true,
    }));
    sink.instant(
      book.first(lane),
      time,
      text ?? (category === '' ? 'point' : category),
      category === '' ? 'point' : category,
    );
  });
  await flush();
}
