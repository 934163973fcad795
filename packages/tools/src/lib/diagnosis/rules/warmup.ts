import type { Warmup } from '../../../schemas/warmup.js';
import { evidence } from '../evidence.js';
import { countText, timeText } from '../figures.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';
import { windowPct } from '../window-time.js';

type Outlier = Warmup['outliers'][number];

/** Kernels whose first calls are slow, where that costs at least 1 % of the window. One entry per kernel name. */
export const warmup: Rule = {
  id: 'ROCPD-WARMUP-001',
  name: 'warmup',
  evaluate({ facts, time }) {
    if (time === null) return [];
    const minimumPct = RULE_THRESHOLDS.warmupExcessPct.value;
    return worstPerKernel(facts.warmup.outliers)
      .filter((outlier) => windowPct(time, outlier.excess_ns) >= minimumPct)
      .map((outlier) => {
        const kernel = kernelDisplayName(outlier.kernel_name);
        return {
          priority: 'INFO',
          category: 'Warmup',
          title: `Leave the first ${outlier.warmup_calls === 1 ? 'call' : `${outlier.warmup_calls} calls`} of ${kernel} out of comparisons`,
          issue: `The first call of ${kernel} takes ${timeText(outlier.first_duration_ns)}, ${outlier.ratio.toFixed(1)} times the median of ${timeText(outlier.median_ns)} (${countText(outlier.calls, 'call')}).`,
          suggestion: `Launch ${kernel} once before the measured part, and mark the steady part with a ROCTx range.`,
          actions: [`Add a warm-up launch of ${kernel} before the loop`],
          confidence: 0.8,
          target: outlier.kernel_name,
          isKernel: true,
          evidence: [
            evidence('first_duration_ns', outlier.first_duration_ns, 'ns'),
            evidence('median_ns', outlier.median_ns, 'ns'),
            evidence('ratio', outlier.ratio, 'ratio'),
            evidence('excess_ns', outlier.excess_ns, 'ns'),
          ],
          recoverableNs: null,
          impact: `Not bounded: ${timeText(outlier.excess_ns)} is paid once and moves out of the measurement, it is not saved.`,
          commands: [],
          effort: 'low',
          risk: null,
        };
      });
  },
};

function worstPerKernel(outliers: readonly Outlier[]): Outlier[] {
  const worst = new Map<string, Outlier>();
  for (const outlier of outliers) {
    const known = worst.get(outlier.kernel_name);
    if (known === undefined || outlier.excess_ns > known.excess_ns) worst.set(outlier.kernel_name, outlier);
  }
  return [...worst.values()];
}
