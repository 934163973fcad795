import type { ProcessColumns, Trace, TraceProcess } from '@perfxpert/rocpd';
import { openTrace } from '@perfxpert/rocpd';
import { machineKey } from '../facts/group-processes.js';
import { labelDevices } from '../facts/label-devices.js';
import { throwIfAborted } from '../../tool/throw-if-aborted.js';
import { ChromeSink } from './chrome-sink.js';
import { distinctPids, processName } from './group-names.js';
import { PerfettoSink } from './perfetto-sink.js';
import type { ExportCounts } from './process-writing.js';
import type { TimelineGroup, TimelineSink } from './timeline-sink.js';
import { TrackBook } from './track-book.js';
import { writeProcess } from './write-process.js';

export const TIMELINE_FORMATS = ['perfetto', 'chrome'] as const;
export type TimelineFormat = (typeof TIMELINE_FORMATS)[number];

export interface ExportTimelineInput {
  /** Trace file or folder, or several that belong together. */
  readonly database_path: string | readonly string[];
  readonly format: TimelineFormat;
}

export interface ExportTimelineOptions {
  /** Takes the next bytes of the file; the next ones are made when it has resolved. */
  readonly write: (bytes: Uint8Array) => Promise<void> | void;
  readonly signal?: AbortSignal;
  /** One line per stage. */
  readonly progressCallback?: (stage: string) => void;
}

/** What was written. */
export interface ExportSummary extends ExportCounts {
  readonly format: TimelineFormat;
  readonly bytes: number;
  readonly tracks: number;
  readonly processes: number;
  /** Records of the trace without usable times, which no timeline can show. */
  readonly dropped: number;
}

/**
 * Writes a trace as a timeline: kernels and copies by device and stream, API calls and markers by thread, counters, marks
 * and metrics, arrows from calls to what they started. Perfetto's protocol buffers or trace event JSON. Times are exact
 * to the nanosecond, from the start of each machine's first record; machines have no common clock. Memory is bounded by
 * the largest process.
 *
 * @throws RocpdError for a trace that cannot be read; ToolError CANCELLED; whatever `write` throws
 */
export async function exportTimeline(
  input: ExportTimelineInput,
  options: ExportTimelineOptions,
): Promise<ExportSummary> {
  const trace = openTrace(input.database_path);
  try {
    return await writeTrace(trace, input.format, options);
  } finally {
    trace.close();
  }
}

async function writeTrace(
  trace: Trace,
  format: TimelineFormat,
  options: ExportTimelineOptions,
): Promise<ExportSummary> {
  const { processes } = trace;
  const origins = await findOrigins(trace, options);
  const sink: TimelineSink = format === 'perfetto' ? new PerfettoSink() : new ChromeSink(describe(origins));
  const book = new TrackBook(sink);
  const counts: ExportCounts = { kernels: 0, copies: 0, regions: 0, points: 0, counter_values: 0, flows: 0 };
  const labels = labelsOf(processes);
  const pids = distinctPids(processes);
  let bytes = 0;
  let dropped = 0;
  const flush = async () => {
    throwIfAborted(options.signal, 'export');
    const chunk = sink.take();
    bytes += chunk.length;
    if (chunk.length > 0) await options.write(chunk);
  };
  for (const [processIndex, process] of processes.entries()) {
    const columns = await load(trace, process, options);
    const host = book.openGroup({
      kind: 'process',
      name: processName(process, processIndex),
      pid: pids[processIndex] ?? null,
      identity: `${process.guid}/${processIndex}`,
    });
    const gpus = new Map<number, TimelineGroup>();
    const gpu = (agent: number): TimelineGroup => {
      const known = gpus.get(agent);
      if (known !== undefined) return known;
      const device = process.agents[agent] ?? null;
      const label = labels.get(`${processIndex}/${agent}`) ?? 'GPU';
      const name = device?.productName === null || device === null ? label : `${label}, ${device.productName}`;
      const group = book.openGroup({
        kind: 'gpu',
        name,
        pid: null,
        identity: `${process.guid}/${processIndex}/${agent}`,
      });
      gpus.set(agent, group);
      return group;
    };
    const origin = origins.get(machineKey(process)) ?? columns.originNs;
    const shiftNs = Number(columns.originNs - origin);
    await writeProcess({ processIndex, columns, shiftNs, host, gpu, sink, book, counts, flush });
    for (const table of [columns.dispatches, columns.copies, columns.regions])
      dropped += table.dropped.nullTimes + table.dropped.negativeDurations;
  }
  sink.finish();
  await flush();
  return { format, bytes, tracks: book.trackCount, processes: processes.length, dropped, ...counts };
}

/** Labels by process and place among its agents, unique in the trace; the place behind the last is a missing agent. */
function labelsOf(processes: readonly TraceProcess[]): ReadonlyMap<string, string> {
  const devices = processes.flatMap(({ agents }, processIndex) =>
    [...agents, null].map((agent, index) => ({ processIndex, agent, key: `${processIndex}/${index}` })),
  );
  const labels = labelDevices(devices, processes);
  return new Map(devices.map(({ key }, index) => [key, labels[index] ?? '']));
}

/** The first record of each machine; a trace of several processes is read twice for it, so that none has to be kept. */
async function findOrigins(trace: Trace, options: ExportTimelineOptions): Promise<ReadonlyMap<string, bigint>> {
  const origins = new Map<string, bigint>();
  for (const process of trace.processes) {
    const columns = await load(trace, process, options);
    let first = 0;
    columns.points.forEach(({ timeNs }) => {
      if (timeNs < first) first = timeNs;
    });
    const origin = columns.originNs + BigInt(first);
    const machine = machineKey(process);
    const known = origins.get(machine);
    if (known === undefined || origin < known) origins.set(machine, origin);
  }
  return origins;
}

async function load(trace: Trace, process: TraceProcess, options: ExportTimelineOptions): Promise<ProcessColumns> {
  throwIfAborted(options.signal, 'export');
  options.progressCallback?.(`reading ${trace.files[process.fileIndex]?.path ?? ''}`);
  return trace.loadProcess(process, options.signal === undefined ? {} : { signal: options.signal });
}

function describe(origins: ReadonlyMap<string, bigint>): Record<string, string> {
  return {
    tool: 'PerfXpert',
    time: 'microseconds since the first record of each machine',
    ...Object.fromEntries([...origins.values()].map((origin, index) => [`origin_ns_${index}`, String(origin)])),
  };
}
