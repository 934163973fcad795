import { allowedPragmas, pragmasCatalogue } from '@perfxpert/knowledge';
import type { AllowedPragma } from '@perfxpert/knowledge';

/** What is known of a hot kernel and its loop; null where it is not. */
export interface LoopSignals {
  /** Share of kernel time, percent 0..100. */
  readonly hotspotPct: number;
  readonly sourcePath: string;
  readonly tripCount: number | null;
  /** Use of the vector ALU, 0..1. */
  readonly valuUtilizationFrac: number | null;
  readonly vgprs: number | null;
  /** Instructions of the loop body. */
  readonly bodySize: number | null;
  readonly maxVgprs: number;
  readonly scratchBytes: number;
  readonly wavesPerEu: number;
}

/** Most iterations that are unrolled in full, and the share of kernel time from which it pays, percent. */
const FULL_UNROLL = { maxTripCount: 32, minHotspotPct: 10 } as const;
const SMALL_BODY = { minValuFrac: 0.5, maxVgprs: 64, maxBodySize: 20 } as const;
const VGPR_PRESSURE = { minShareOfMax: 0.8, maxWavesPerEu: 2 } as const;

/**
 * The pragmas that the signals of a loop speak for, in the order of the tables. None below 5 % of kernel time, and none
 * for code in a cache of Triton, which nobody edits. Where registers are short, not unrolling wins over unrolling.
 *
 * Source of triggers and thresholds: knowledge, pragmas.
 */
export function triggeredPragmas(signals: LoopSignals): readonly AllowedPragma[] {
  const { amdahl_gate_pct: gatePct, skip_path_fragment: skipped } = pragmasCatalogue()._meta;
  if (signals.hotspotPct < gatePct || signals.sourcePath.replaceAll('\\', '/').includes(skipped)) return [];
  const triggered = allowedPragmas().filter((entry) => isTriggered(entry, signals));
  const isShort = triggered.some((entry) => entry.trigger_signal === 'high_vgpr_pressure');
  return isShort ? triggered.filter((entry) => entry.trigger_signal !== 'valu_stalled_small_body') : triggered;
}

function isTriggered(entry: AllowedPragma, signals: LoopSignals): boolean {
  switch (entry.trigger_signal) {
    case 'literal_trip_count_on_hotspot':
      return isShortLoop(signals);
    case 'valu_stalled_small_body':
      return isSmallBody(signals);
    case 'high_vgpr_pressure':
      return isShortOfVgprs(signals);
  }
}

function isShortLoop({ tripCount, hotspotPct }: LoopSignals): boolean {
  const isShort = tripCount !== null && tripCount > 0 && tripCount <= FULL_UNROLL.maxTripCount;
  return isShort && hotspotPct >= FULL_UNROLL.minHotspotPct;
}

function isSmallBody({ valuUtilizationFrac, vgprs, bodySize }: LoopSignals): boolean {
  if (valuUtilizationFrac === null || vgprs === null || bodySize === null) return false;
  const { minValuFrac, maxVgprs, maxBodySize } = SMALL_BODY;
  return valuUtilizationFrac > minValuFrac && vgprs < maxVgprs && bodySize < maxBodySize;
}

function isShortOfVgprs({ vgprs, maxVgprs, scratchBytes, wavesPerEu }: LoopSignals): boolean {
  if (vgprs === null || vgprs < VGPR_PRESSURE.minShareOfMax * maxVgprs) return false;
  return scratchBytes > 0 || wavesPerEu <= VGPR_PRESSURE.maxWavesPerEu;
}
