import type { Hotspot } from '../../schemas/hotspot.js';

/**
 * Severity of a share of the kernel time, percent, not rounded: 20 % and above CRITICAL (HIGH), 5 % HOT (MEDIUM), 1 % WARM
 * (LOW), else COOL (INFO), also for what is no share (null, NaN, negative). The steps are those of the badges in
 * reports; they order kernels by what there is to win, and come from no measurement.
 */
export function severityOf(percent: number | null): Pick<Hotspot, 'severity' | 'severity_label'> {
  const share = percent ?? 0;
  if (share >= 20) return { severity: 'HIGH', severity_label: 'CRITICAL' };
  if (share >= 5) return { severity: 'MEDIUM', severity_label: 'HOT' };
  if (share >= 1) return { severity: 'LOW', severity_label: 'WARM' };
  return { severity: 'INFO', severity_label: 'COOL' };
}
