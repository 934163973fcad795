import type {
  CounterTrack,
  SliceArguments,
  SliceFlow,
  TimelineGroup,
  TimelineSink,
  TimelineTrack,
} from './timeline-sink.js';

/** GPUs get numbers from here on, which no process has. */
const FIRST_GPU_PID = 1 << 30;
/** Characters that JSON may hold as they are but a viewer obeys or hides: DEL, C1, format characters, separators. */
const HIDDEN = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Trace event JSON: chrome://tracing and ui.perfetto.dev read it. Times are microseconds with three decimals, which is
 * exact. Source: "Trace Event Format", Google.
 */
export class ChromeSink implements TimelineSink {
  private text: string[] = [];
  private length = 0;
  private isFirst = true;
  private readonly quoted = new Map<string, string>();

  /** @param otherData what the file says of itself */
  constructor(otherData: Readonly<Record<string, string>>) {
    this.push(`{"displayTimeUnit":"ns","otherData":${quoteText(otherData)},"traceEvents":[\n`);
  }

  get pendingBytes(): number {
    return this.length;
  }

  take(): Uint8Array {
    const taken = Buffer.from(this.text.join(''), 'utf8');
    this.text = [];
    this.length = 0;
    return taken;
  }

  group(group: TimelineGroup): void {
    const pid = pidOf(group);
    this.event(`{"ph":"M","name":"process_name","pid":${pid},"tid":0,"args":{"name":${this.quote(group.name)}}}`);
    this.event(`{"ph":"M","name":"process_sort_index","pid":${pid},"tid":0,"args":{"sort_index":${group.index}}}`);
  }

  track(track: TimelineTrack): void {
    const place = placeOf(track);
    this.event(`{"ph":"M","name":"thread_name",${place},"args":{"name":${this.quote(track.name)}}}`);
    this.event(`{"ph":"M","name":"thread_sort_index",${place},"args":{"sort_index":${track.rank}}}`);
  }

  counterTrack(): void {}

  slice(
    track: TimelineTrack,
    startNs: number,
    endNs: number,
    name: string,
    category: string,
    values: SliceArguments,
    flow: SliceFlow | null,
  ): void {
    const place = placeOf(track);
    const start = microseconds(startNs);
    const args = values.map(([key, value]) => `${this.quote(key)}:${valueText(value)}`).join(',');
    this.event(
      `{"ph":"X","name":${this.quote(name)},"cat":${this.quote(category)},${place},"ts":${start},"dur":${microseconds(endNs - startNs)},"args":{${args}}}`,
    );
    if (flow === null) return;
    const arrow = `"name":"launch","cat":"launch","id":"${flow.processIndex}:${flow.stackId}",${place},"ts":${start}`;
    this.event(flow.isSource ? `{"ph":"s",${arrow}}` : `{"ph":"f","bp":"e",${arrow}}`);
  }

  instant(track: TimelineTrack, timeNs: number, name: string, category: string): void {
    this.event(
      `{"ph":"i","s":"t","name":${this.quote(name)},"cat":${this.quote(category)},${placeOf(track)},"ts":${microseconds(timeNs)}}`,
    );
  }

  value(track: CounterTrack, timeNs: number, value: number): void {
    const name = track.unit === null ? track.name : `${track.name} [${track.unit}]`;
    this.event(
      `{"ph":"C","name":${this.quote(name)},"pid":${pidOf(track.group)},"tid":0,"ts":${microseconds(timeNs)},"args":{"value":${valueText(value)}}}`,
    );
  }

  finish(): void {
    this.push('\n]}\n');
  }

  private event(json: string): void {
    this.push(this.isFirst ? json : `,\n${json}`);
    this.isFirst = false;
  }

  private push(text: string): void {
    this.text.push(text);
    this.length += text.length;
  }

  private quote(text: string): string {
    const known = this.quoted.get(text);
    if (known !== undefined) return known;
    const quoted = quoteText(text);
    if (text.length < 200 && this.quoted.size < 100_000) this.quoted.set(text, quoted);
    return quoted;
  }
}

function quoteText(value: unknown): string {
  return JSON.stringify(value).replace(HIDDEN, escapeUnits);
}

/** A character as `\uXXXX`, which JSON reads as the same character. */
function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index++)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return escaped;
}

function pidOf({ kind, index }: TimelineGroup): number {
  return kind === 'gpu' ? FIRST_GPU_PID + index : index + 1;
}

function placeOf({ group, index }: TimelineTrack): string {
  return `"pid":${pidOf(group)},"tid":${index + 1}`;
}

/** 1234567 ns is `1234.567`. */
function microseconds(nanoseconds: number): string {
  const whole = Math.floor(nanoseconds / 1000);
  const rest = nanoseconds - whole * 1000;
  return rest === 0 ? `${whole}` : `${whole}.${String(rest).padStart(3, '0')}`;
}

function valueText(value: string | number): string {
  return typeof value === 'string' ? quoteText(value) : JSON.stringify(value);
}
