import type { TraceDiff } from '@perfxpert/tools';

/**
 * A change in percent with its sign and one decimal. Exact ties go to the even digit (0.25 is +0.2, 0.35 is +0.4 only where
 * the number is not below the tie); zero is +0.0.
 */
export function signedPercent(value: number): string {
  const scaled = Math.abs(value) * 10;
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  const tenths = rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor;
  return `${value < 0 && tenths > 0 ? '-' : '+'}${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** A comparison in words: kernel time, how many kernels are slower and faster, and the largest change. */
export function diffNarrative(
  diff: Pick<
    TraceDiff,
    | 'verdict'
    | 'verdict_basis'
    | 'verdict_delta_pct'
    | 'wall_delta_pct'
    | 'totals'
    | 'primary_regressions'
    | 'primary_improvements'
  >,
): string {
  const [worst] = diff.primary_regressions;
  const [best] = diff.primary_improvements;
  const named =
    worst !== undefined
      ? ` Largest slow-down: ${worst.name} ${signedPercent(worst.delta_pct)} %.`
      : best !== undefined
        ? ` Largest gain: ${best.name} ${signedPercent(best.delta_pct)} %.`
        : '';
  const basis = diff.verdict_basis === 'gpu_window' ? 'GPU window' : 'kernel time';
  const window = diff.verdict_basis === 'gpu_window' ? ` (${basis} ${signedPercent(diff.verdict_delta_pct)} %)` : '';
  return (
    `The new run is ${diff.verdict}${window}: kernel time ${signedPercent(diff.wall_delta_pct)} %, ` +
    `${diff.totals.regressions} kernels slower, ${diff.totals.improvements} faster.${named}`
  );
}
