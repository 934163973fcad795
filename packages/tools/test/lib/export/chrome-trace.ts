import type { DecodedSlice, DecodedTimeline } from './perfetto-proto.js';

interface ChromeEvent {
  readonly ph: string;
  readonly name: string;
  readonly cat?: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly id?: string;
  readonly args?: Readonly<Record<string, string | number>>;
}

/** Reads trace event JSON. Throws where slices of one row overlap without nesting. */
export function decodeChrome(bytes: Uint8Array): DecodedTimeline & { readonly flows: readonly ChromeEvent[] } {
  const { traceEvents: events } = JSON.parse(Buffer.from(bytes).toString('utf8')) as { traceEvents: ChromeEvent[] };
  const processes = new Map<number, string>();
  const threads = new Map<string, string>();
  for (const event of events) {
    if (event.name === 'process_name') processes.set(event.pid, String(event.args?.['name']));
    if (event.name === 'thread_name') threads.set(`${event.pid}/${event.tid}`, String(event.args?.['name']));
  }
  const trackOf = ({ pid, tid }: ChromeEvent) =>
    `${processes.get(pid) ?? '?'} / ${threads.get(`${pid}/${tid}`) ?? '?'}`;
  const nanoseconds = (microseconds = Number.NaN) => Math.round(microseconds * 1000);
  const slices: DecodedSlice[] = events
    .filter(({ ph }) => ph === 'X')
    .map((event) => ({
      track: trackOf(event),
      name: event.name,
      category: event.cat ?? '',
      startNs: nanoseconds(event.ts),
      endNs: nanoseconds(event.ts) + nanoseconds(event.dur),
      args: event.args ?? {},
      flows: [],
    }));
  const stacks = new Map<string, number[]>();
  for (const { track, startNs, endNs } of slices) {
    const stack = (stacks.get(track) ?? []).filter((end) => end > startNs);
    if (stack.some((end) => end < endNs)) throw new Error(`slices of ${track} overlap`);
    stacks.set(track, [...stack, endNs]);
  }
  return {
    slices,
    instants: events
      .filter(({ ph }) => ph === 'i')
      .map((event) => ({ track: trackOf(event), name: event.name, timeNs: nanoseconds(event.ts) })),
    values: events
      .filter(({ ph }) => ph === 'C')
      .map((event) => ({
        track: `${processes.get(event.pid) ?? '?'} / ${event.name}`,
        timeNs: nanoseconds(event.ts),
        value: Number(event.args?.['value']),
      })),
    tracks: [...threads].map(([key, name]) => `${processes.get(Number(key.split('/')[0])) ?? '?'} / ${name}`),
    flows: events.filter(({ ph }) => ph === 's' || ph === 'f'),
  };
}
