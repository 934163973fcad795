import type { HostPieceSink } from './host-timeline.js';
import type { EdgePieces } from './idle-part.js';

/** Keeps the pieces of the host's time that start before `headEndNs` or end after `tailStartNs`. */
export class EdgeRecorder implements HostPieceSink {
  private startNs = new Float64Array(16);
  private endNs = new Float64Array(16);
  private cause = new Uint8Array(16);
  private name = new Uint32Array(16);
  private count = 0;
  private readonly nameIndices = new Map<number, number>();

  constructor(
    private readonly headEndNs: number,
    private readonly tailStartNs: number,
    private readonly regionNames: readonly string[],
  ) {}

  cover(startNs: number, endNs: number, cause: number, name: number): void {
    if (startNs >= this.headEndNs && endNs <= this.tailStartNs) return;
    if (this.count === this.startNs.length) this.grow();
    const known = this.nameIndices.get(name) ?? this.nameIndices.size;
    this.nameIndices.set(name, known);
    this.startNs[this.count] = startNs;
    this.endNs[this.count] = endNs;
    this.cause[this.count] = cause;
    this.name[this.count++] = known;
  }

  /** The pieces so far. */
  finish(): EdgePieces {
    return {
      startNs: this.startNs.slice(0, this.count),
      endNs: this.endNs.slice(0, this.count),
      cause: this.cause.slice(0, this.count),
      name: this.name.slice(0, this.count),
      names: [...this.nameIndices.keys()].map((name) => this.regionNames[name] ?? ''),
    };
  }

  private grow(): void {
    const [startNs, endNs, cause, name] = [this.startNs, this.endNs, this.cause, this.name] as const;
    this.startNs = new Float64Array(2 * this.count);
    this.endNs = new Float64Array(2 * this.count);
    this.cause = new Uint8Array(2 * this.count);
    this.name = new Uint32Array(2 * this.count);
    this.startNs.set(startNs);
    this.endNs.set(endNs);
    this.cause.set(cause);
    this.name.set(name);
  }
}
