import type { LaunchType } from './file-findings.js';

/** Clauses that make a `target` directive something else than a region that runs on the device. */
const NO_REGION = /^(data|enter|exit|update)\b/;

/**
 * Kind of region that a directive opens: `omp target ...` runs on the device unless it only moves data, `acc parallel`,
 * `acc kernels` and `acc serial` likewise. Null for all others. Source: OpenMP 5.2 section 13, OpenACC 3.3 section 2.5.
 *
 * @param directive without its sentinel: `omp target teams loop`
 */
export function targetRegionOf(directive: string): LaunchType | null {
  const words = directive.trim().toLowerCase().replace(/\s+/g, ' ');
  const target = /^omp target\b ?(.*)$/.exec(words);
  if (target !== null) return NO_REGION.test(target[1] ?? '') ? null : 'OMP_TARGET_REGION';
  return /^acc (parallel|kernels|serial)\b/.test(words) ? 'ACC_REGION' : null;
}
