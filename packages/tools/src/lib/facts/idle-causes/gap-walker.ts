import type { IntervalList } from '../../intervals/interval-list.js';
import { CAUSE_CODE, NO_CAUSE } from './call-causes.js';
import type { HostPieceSink } from './host-timeline.js';
import { isListed, listGap } from './idle-tally.js';
import type { IdleTally } from './idle-tally.js';
import type { RangeTimer } from './host-ranges.js';

/**
 * Deals the gaps of one device out to causes, as the pieces of the host's time come in. Whatever no piece covers gets
 * the rest cause of its gap. Nothing is lost: the causes add up to the gaps.
 */
export class GapWalker implements HostPieceSink {
  private gap = -1;
  private startNs = 0;
  private endNs = 0;
  private cursorNs = 0;
  private restCause = 0;
  /** Bit n is set where something was booked under cause n in this gap. */
  private touched = 0;
  private readonly partNs = new Float64Array(NO_CAUSE);
  private readonly callNs: (Float64Array | undefined)[] = new Array<undefined>(NO_CAUSE).fill(undefined);

  /**
   * @param gaps in order and disjoint.
   * @param restCauseOf rest cause of a gap; asked once a gap, in order.
   * @param nextKernelOf kernel that ends a gap, asked for listed gaps only.
   * @param unexplained takes what no piece covers; null where nobody asks.
   * @param launchThread thread that launches what ends the gap last opened.
   * @param mainCauses takes the cause with most of the time of each gap, the first of equal ones; null where nobody asks.
   */
  constructor(
    private readonly gaps: IntervalList,
    private readonly names: readonly string[],
    private readonly tally: IdleTally,
    private readonly restCauseOf: (gap: number) => number,
    private readonly nextKernelOf: (gap: number) => string | null,
    private readonly unexplained: RangeTimer | null = null,
    private readonly launchThread: () => number = () => -1,
    private readonly mainCauses: Uint8Array | null = null,
  ) {
    this.open();
  }

  cover(startNs: number, endNs: number, cause: number, name: number): void {
    while (this.endNs <= startNs) this.close();
    while (this.startNs < endNs) {
      const from = Math.max(startNs, this.startNs);
      const until = Math.min(endNs, this.endNs);
      this.bookRest(from);
      const booked = cause === NO_CAUSE ? this.restCause : cause;
      this.book(booked, until - from);
      const calls = (this.callNs[booked] ??= new Float64Array(this.names.length));
      calls[name] = (calls[name] ?? 0) + until - from;
      this.cursorNs = until;
      if (until < this.endNs) return;
      this.close();
    }
  }

  /** Closes all gaps that are left and writes the calls into the tally. */
  finish(): void {
    while (this.gap < this.gaps.starts.length) this.close();
    for (const [cause, totals] of this.callNs.entries()) {
      if (totals === undefined) continue;
      const calls = this.tally.callNs[cause];
      for (let name = 0; name < totals.length; name++) {
        const total = totals[name] ?? 0;
        const text = this.names[name] ?? '';
        if (total > 0) calls?.set(text, (calls.get(text) ?? 0) + total);
      }
    }
  }

  /** Books what no piece covers up to a time. */
  private bookRest(untilNs: number): void {
    if (untilNs <= this.cursorNs) return;
    this.book(this.restCause, untilNs - this.cursorNs);
    this.unexplained?.add(this.cursorNs, untilNs, this.restCause, this.launchThread());
  }

  private book(cause: number, ns: number): void {
    this.partNs[cause] = (this.partNs[cause] ?? 0) + ns;
    this.touched |= 1 << cause;
  }

  private close(): void {
    this.bookRest(this.endNs);
    let most = 0;
    while (this.touched !== 0) {
      const cause = 31 - Math.clz32(this.touched);
      this.touched &= ~(1 << cause);
      const part = this.partNs[cause] ?? 0;
      if (part === 0) continue;
      this.partNs[cause] = 0;
      // Causes come last first, so that the first of equal ones stays.
      if (this.mainCauses !== null && part >= most) {
        most = part;
        this.mainCauses[this.gap] = cause;
      }
      this.tally.causeNs[cause] = (this.tally.causeNs[cause] ?? 0) + part;
      this.tally.gapCounts[cause] = (this.tally.gapCounts[cause] ?? 0) + 1;
      const listed = this.tally.largestGaps[cause];
      if (listed === undefined) continue;
      if (!isListed(listed, part, this.startNs)) continue;
      listGap(listed, {
        startNs: this.startNs,
        endNs: this.endNs,
        causeNs: part,
        nextKernel: this.nextKernelOf(this.gap),
      });
    }
    this.open();
  }

  private open(): void {
    this.gap++;
    const isOpen = this.gap < this.gaps.starts.length;
    this.startNs = isOpen ? (this.gaps.starts[this.gap] ?? 0) : Number.POSITIVE_INFINITY;
    this.endNs = isOpen ? (this.gaps.ends[this.gap] ?? 0) : Number.POSITIVE_INFINITY;
    this.cursorNs = this.startNs;
    this.restCause = isOpen ? this.restCauseOf(this.gap) : CAUSE_CODE.unknown;
  }
}
