import type { RegionClasses } from '../facts/api-region.js';
import { causesOfCalls } from '../facts/idle-causes/call-causes.js';
import { GapWalker } from '../facts/idle-causes/gap-walker.js';
import { walkHostTime } from '../facts/idle-causes/host-timeline.js';
import { emptyTally } from '../facts/idle-causes/idle-tally.js';
import { NextOperations } from '../facts/idle-causes/next-operation.js';
import { indexCalls } from '../facts/index-calls.js';
import type { ProcessStage } from '../facts/process-stage.js';
import type { StackIndex } from '../facts/stack-index.js';

/**
 * The cause with most of the time of each gap between the work of a device (index into `IDLE_CAUSES`; ties: the first),
 * by agent index. Causes are those of docs/decisions/0008-idle-causes.md.
 */
export function mainGapCauses(stage: ProcessStage, classes: RegionClasses): Map<number, Uint8Array> {
  const { columns, devices } = stage;
  const { regions } = columns;
  const hasApi = classes.apiCount > 0;
  const calls: StackIndex = hasApi ? indexCalls(regions, classes) : { rowOf: () => -1 };
  const causes = new Map<number, Uint8Array>();
  const walkers: GapWalker[] = [];
  const settlers: (() => void)[] = [];
  for (const device of devices) {
    const { starts, ends } = device.busy;
    const gaps = { starts: ends.subarray(0, Math.max(0, ends.length - 1)), ends: starts.subarray(1) };
    const mainCauses = new Uint8Array(gaps.starts.length);
    const operations = new NextOperations(columns, device, calls);
    const tally = emptyTally();
    const before = new Float64Array(tally.causeNs.length);
    let settled = 0;
    // A gap is opened when the one before it is booked: what the tally gained belongs to that one.
    const settle = (): void => {
      if (settled >= mainCauses.length) return;
      let most = 0;
      for (let cause = 0; cause < before.length; cause++) {
        const gained = (tally.causeNs[cause] ?? 0) - (before[cause] ?? 0);
        before[cause] = tally.causeNs[cause] ?? 0;
        if (gained <= most) continue;
        most = gained;
        mainCauses[settled] = cause;
      }
      settled++;
    };
    const restOf = (gap: number): number => {
      if (gap > 0) settle();
      operations.moveTo(gaps.ends[gap] ?? 0);
      return operations.restCause(hasApi, gaps.starts[gap] ?? 0);
    };
    walkers.push(new GapWalker(gaps, regions.names, tally, restOf, () => null));
    settlers.push(settle);
    causes.set(device.agentIndex, mainCauses);
  }
  if (hasApi) {
    const rows = new Uint32Array(regions.count);
    let count = 0;
    for (let row = 0; row < regions.count; row++)
      if (classes.apiClass[row] !== 0 && (regions.endNs[row] ?? 0) > (regions.startNs[row] ?? 0)) rows[count++] = row;
    walkHostTime(regions, rows.subarray(0, count), causesOfCalls(columns, classes, calls), {
      cover: (startNs, endNs, cause, name) => {
        for (let place = 0; place < walkers.length; place++) walkers[place]?.cover(startNs, endNs, cause, name);
      },
    });
  }
  for (const [place, walker] of walkers.entries()) {
    walker.finish();
    settlers[place]?.();
  }
  return causes;
}
