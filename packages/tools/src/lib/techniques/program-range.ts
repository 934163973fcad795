import { conservativeSpeedupRange } from '@perfxpert/knowledge';
import type { ChangeImpactModel } from '@perfxpert/knowledge';
import { amdahlSpeedup } from '../predict-impact/amdahl.js';
import { changeScope } from '../predict-impact/change-scope.js';
import { LEAST_SPEEDUP } from '../predict-impact/least-speedup.js';
import type { ChangeMeasurement } from '../predict-impact/measure-change.js';
import { rooflineBound } from '../predict-impact/roofline-bound.js';
import { roundTo } from '../statistics/round-to.js';

/** A wider range says nothing: its upper end over its lower end. */
const WIDEST_RATIO = 3;

/** The part of the window that a kernel change acts on, and what is left to win there. */
export interface KernelRoom {
  /** Time that the kernels run alone, of the window, 0..1. */
  readonly windowFrac: number;
  /** Part of that time in which their busiest unit is not busy, 0..1; 1 where the work itself can shrink. */
  readonly headroomFrac: number;
}

/**
 * Speed-up of the window by a change of kernels whose limit was measured; null where less than 5 % is left.
 *
 * Upper end of the kernel's speed-up: what was measured, that is the busiest unit's headroom and the roofs that the
 * change leaves where they are; the model's own where neither bounds it. Lower end: that of the model (the least of
 * comparable changes), or the square root of the upper end where that is less, since a change rarely reaches all that
 * is left. The window follows by Amdahl from the time that the kernels run alone. A range wider than 3 is narrowed
 * around its geometric mean.
 *
 * Source: change_impact_models.json; Amdahl (1967).
 */
export function programRange(
  model: ChangeImpactModel,
  measured: ChangeMeasurement,
  { windowFrac, headroomFrac }: KernelRoom,
): [number, number] | null {
  const [modelLow, modelHigh] = conservativeSpeedupRange(model);
  const byUnit = headroomFrac >= 1 ? Number.POSITIVE_INFINITY : 1 / (1 - Math.max(0, headroomFrac));
  const byRoof = rooflineBound(measured, changeScope(model.id)) ?? Number.POSITIVE_INFINITY;
  const bound = Math.min(byUnit, byRoof);
  const high = Number.isFinite(bound) ? bound : modelHigh;
  if (high < LEAST_SPEEDUP) return null;
  const low = Math.min(modelLow, Math.sqrt(high));
  const share = Math.min(1, Math.max(0, windowFrac));
  const program = [amdahlSpeedup(share, low), amdahlSpeedup(share, high)] as const;
  if (program[1] < LEAST_SPEEDUP) return null;
  return narrowed(program).map((speedup) => Math.max(1, roundTo(speedup, 3))) as [number, number]; // map keeps two
}

function narrowed([low, high]: readonly [number, number]): [number, number] {
  if (high <= WIDEST_RATIO * low) return [low, high];
  const middle = Math.sqrt(low * high);
  return [middle / Math.sqrt(WIDEST_RATIO), middle * Math.sqrt(WIDEST_RATIO)];
}
