import { sol } from '@perfxpert/tools';
import { MAX_CLAIMED_SPEEDUP } from './gate-input.js';
import { skipped } from './gate.js';
import type { Gate } from './gate.js';

/** Gate 2: the claim is possible. At most 50 times as fast, and no rate above the peak of the GPU. */
export const solGate: Gate = {
  name: 'sol',
  failure: 'reject',
  check: async (input) => {
    const { claimed_speedup: claimed, achieved_flops_per_sec: achieved, gfx_id: gfxId, kernel_type: type } = input;
    if (claimed === undefined && (achieved === undefined || gfxId === undefined)) return skipped('claimed_speedup');
    if (claimed !== undefined && claimed > MAX_CLAIMED_SPEEDUP)
      return {
        outcome: 'fail',
        reason: `a speed-up of ${claimed} is claimed; more than ${MAX_CLAIMED_SPEEDUP} is not believed`,
      };
    if (achieved === undefined) return { outcome: 'pass', reason: 'the claim is possible' };
    if (gfxId === undefined)
      return { outcome: 'pass', reason: 'the claim is possible; the rate was not checked without gfx_id' };
    const check = sol.sanityCheck({ achieved_flops_per_sec: achieved, kernel_type: type, gfx_id: gfxId });
    const raw = { sol_peak: check.sol_peak, fraction_of_peak: check.fraction_of_peak };
    // The tool allows for rounded data sheets; a claim has no such excuse.
    const isPossible = achieved <= check.sol_peak;
    return { outcome: isPossible ? 'pass' : 'fail', reason: check.reason, raw };
  },
};
