import type { Roofline } from '../../schemas/roofline.js';
import type { ChangeScope } from './change-scope.js';
import { rooflinePoint } from './change-metrics.js';
import type { ChangeMeasurement } from './measure-change.js';

/**
 * How many times as fast a kernel can become before it meets a roof that the change does not lift: its time over the
 * longer of bytes / bandwidth and operations / peak, each only where the change leaves bytes or operations alone. Null
 * where counters say neither.
 *
 * Source: Williams, Waterman, Patterson: Roofline (2009).
 */
export function rooflineBound(measured: ChangeMeasurement, scope: ChangeScope): number | null {
  const point = rooflinePoint(measured);
  if (point === null || measured.roofline === null || scope.actsOn !== 'kernel') return null;
  const { hbm_bandwidth_bytes_per_s: bandwidth } = measured.roofline;
  const peak = peakOf(measured.roofline, point.fp_type);
  // Operations that were estimated may be too many, and would then bound too much.
  const flopRate = point.flops_method === 'counters' ? point.achieved_flops_per_s : null;
  const byteShare = scope.keepsBytes && bandwidth !== null ? point.achieved_bytes_per_s / bandwidth : 0;
  const flopShare = scope.keepsFlops && flopRate !== null && peak !== null ? flopRate / peak : 0;
  const share = Math.max(byteShare, flopShare);
  return share === 0 ? null : Math.max(1, 1 / share);
}

/** The highest rate for a type: of the matrix units where the part has it there. */
function peakOf(roofline: Roofline, type: Roofline['dtype']): number | null {
  return type === 'fp6_fp4' ? null : roofline.arch_peaks[type];
}
