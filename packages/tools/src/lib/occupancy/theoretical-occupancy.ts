import { wavesByVgprs } from '@perfxpert/knowledge';
import type { OccupancyRules } from '@perfxpert/knowledge';
import type { Occupancy } from '../../schemas/kernel-resources.js';
import { roundTo } from '../statistics/round-to.js';

/** What one kernel launch takes. */
export interface KernelDemand {
  /** Vector registers per lane; null where not recorded. */
  readonly archVgprs: number | null;
  /** Accumulation registers per lane; null counts as 0. */
  readonly accumVgprs: number | null;
  /** Scalar registers of a wave; null where not recorded. */
  readonly sgprs: number | null;
  /** LDS of a workgroup, static and dynamic. */
  readonly ldsBytes: number;
  /** Work-items of a workgroup, at least 1. */
  readonly workgroupSize: number;
}

/**
 * The waves that fit on a SIMD at once, by registers, LDS and whole workgroups; how many run is another matter. Null
 * if not even one workgroup fits: a launch that ran did, so the figures contradict each other.
 *
 * Whole workgroups per compute unit = the least of: waves that the registers of a SIMD hold x SIMDs / waves of a
 * workgroup; LDS of the unit / LDS of a workgroup in granules; most waves x SIMDs / waves of a workgroup; each rounded
 * down. `waves_per_simd` = workgroups x waves of a workgroup / SIMDs, and may be fractional.
 *
 * RDNA counts per workgroup processor (two compute units with 128 KiB of LDS), because HIP compiles for that mode unless
 * told otherwise and a trace does not record it. Without register counts the result is an upper bound.
 *
 * Sources: LLVM AMDGPUBaseInfo (granules, register files, waves per EU); AMD MI300X tuning guide, occupancy section.
 */
export function theoreticalOccupancy(demand: KernelDemand, rules: OccupancyRules): Occupancy | null {
  const { maxWavesPerSimd: maxWaves } = rules;
  const isWgp = rules.ldsBytesPerWgp !== null;
  const simds = isWgp ? 2 * rules.simdsPerCu : rules.simdsPerCu;
  const wavesPerWorkgroup = Math.ceil(demand.workgroupSize / rules.waveSize);
  const workgroupsOf = (wavesPerSimd: number): number => Math.floor((wavesPerSimd * simds) / wavesPerWorkgroup);
  const wavesOf = (workgroups: number): number => Math.min(maxWaves, (workgroups * wavesPerWorkgroup) / simds);

  const vgprWaves = vectorRegisterWaves(demand, rules);
  const sgprWaves = scalarRegisterWaves(demand, rules);
  const byVgprs = vgprWaves === null ? Number.POSITIVE_INFINITY : workgroupsOf(vgprWaves);
  const bySgprs = sgprWaves === null ? Number.POSITIVE_INFINITY : workgroupsOf(sgprWaves);
  const byLds = ldsWorkgroups(demand.ldsBytes, rules.ldsBytesPerWgp ?? rules.ldsBytesPerCu, rules.ldsGranuleBytes);
  const byWaves = workgroupsOf(maxWaves);
  const workgroups = Math.min(byVgprs, bySgprs, byLds, byWaves);
  if (workgroups < 1) return null;

  const waves = wavesOf(workgroups);
  // A resource is the limit only where it allows less than whole workgroups do by themselves.
  const limits = (allowed: number): boolean => allowed === workgroups && allowed < byWaves;
  return {
    waves_per_simd: waves,
    max_waves_per_simd: maxWaves,
    percent: roundTo((100 * waves) / maxWaves, 1),
    limiting_resource:
      waves === maxWaves
        ? 'none'
        : limits(byVgprs)
          ? 'VGPR'
          : limits(bySgprs)
            ? 'SGPR'
            : limits(byLds)
              ? 'LDS'
              : 'block size',
    vgpr_limited: vgprWaves,
    lds_limited: wavesOf(byLds),
    block_limited: wavesOf(byWaves),
  };
}

/**
 * Waves that the vector registers of a SIMD hold; null without a register count. In a unified file the accumulation
 * registers follow the vector registers, which are rounded up to 4; separate files (gfx908) bound each for itself.
 */
function vectorRegisterWaves({ archVgprs, accumVgprs }: KernelDemand, rules: OccupancyRules): number | null {
  if (archVgprs === null) return null;
  const accumulation = accumVgprs ?? 0;
  switch (rules.accumulationRegisters) {
    case 'unified':
      return wavesByVgprs(rules, alignUp(archVgprs, 4) + accumulation);
    case 'separate':
      return Math.min(wavesByVgprs(rules, archVgprs), wavesByVgprs(rules, accumulation));
    case 'none':
      return wavesByVgprs(rules, archVgprs);
  }
}

/** Waves that the scalar registers hold; null where they never bind: from gfx10, and with 8 waves (gfx90a and later). */
function scalarRegisterWaves({ sgprs }: KernelDemand, rules: OccupancyRules): number | null {
  if (sgprs === null || sgprs <= 0 || rules.sgprs === null || rules.accumulationRegisters === 'unified') return null;
  const { perSimd, granule } = rules.sgprs;
  return Math.min(rules.maxWavesPerSimd, Math.floor(perSimd / alignUp(sgprs, granule)));
}

function ldsWorkgroups(ldsBytes: number, available: number, granule: number): number {
  return ldsBytes <= 0 ? Number.POSITIVE_INFINITY : Math.floor(available / alignUp(ldsBytes, granule));
}

function alignUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
