import type { OfferedTechnique } from '../../../schemas/offered-technique.js';
import { EVIDENCE_SOURCES, evidence } from '../evidence.js';
import { percentText, timeText } from '../figures.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import type { KernelLimit } from '../kernel-limit.js';
import { kernelLibrary } from '../library-kernel.js';
import { limitEvidence } from '../limit-evidence.js';
import { measuredText } from '../measured-text.js';
import { boundPasses } from '../profiler-commands.js';
import { kernelRecoverableNs } from '../recoverable-time.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { RecommendationDraft, Rule, RuleInput } from '../rule.js';
import { kernelsOf } from '../share-kernel-time.js';
import { kernelTechniques } from '../techniques-of.js';

/**
 * A technique of the catalogue of which every precondition holds for a kernel of 10 % of kernel time or more that no
 * rule has spoken about: an entry of its own, under the technique's id. Not for kernels of libraries, whose source is not
 * to change.
 */
export const catalogueTechnique: Rule = {
  id: 'ROCPD-TECHNIQUE-001',
  name: 'catalogue_technique',
  evaluate(input) {
    if (input.time === null) return [];
    const spoken = new Set(input.earlier.flatMap(kernelsOf));
    return input.kernelLimits
      .filter(({ hotspot }) => hotspot.percent_of_total >= RULE_THRESHOLDS.hotKernelPct.value)
      .filter(({ hotspot }) => !spoken.has(hotspot.name) && kernelLibrary(hotspot.name) === null)
      .flatMap((limit) => {
        const [technique] = kernelTechniques(input, limit).filter(isProven);
        return technique === undefined ? [] : [draftFor(input, limit, technique)];
      });
  },
};

function isProven({ status, preconditions }: OfferedTechnique): boolean {
  return status === 'applicable' && preconditions.length > 0;
}

function draftFor(input: RuleInput, limit: KernelLimit, technique: OfferedTechnique): RecommendationDraft {
  const { hotspot, headroomFrac } = limit;
  const kernel = kernelDisplayName(hotspot.name);
  const share = percentText(hotspot.percent_of_total);
  return {
    technique: { id: technique.id, name: technique.name },
    priority: 'MEDIUM',
    category: 'Kernel Technique',
    title: `Apply to ${kernel}: ${technique.title}`,
    issue: `${kernel} takes ${share} of kernel time (${timeText(hotspot.total_duration)}); ${measuredText(limit)}.`,
    suggestion: `${technique.rationale} All ${technique.preconditions.length} of its preconditions hold for ${kernel}.`,
    actions: [`Change ${kernel}: ${technique.title}`],
    confidence: technique.confidence * 0.7,
    target: hotspot.name,
    isKernel: true,
    evidence: [
      evidence('percent_of_total', hotspot.percent_of_total, 'percent', EVIDENCE_SOURCES.hotspots),
      evidence('exclusive_ns', hotspot.exclusive_ns, 'ns', EVIDENCE_SOURCES.hotspots),
      ...limitEvidence(limit),
    ],
    cause: limit.limiter,
    recoverableNs: kernelRecoverableNs(input.time, hotspot.exclusive_ns, headroomFrac),
    impact: `what the busiest unit leaves unused in the ${timeText(hotspot.exclusive_ns)} that ${kernel} runs alone.`,
    arithmetic:
      'recoverable_ns = exclusive_ns x (1 - busy / 100) / devices, busy = the largest of the measured unit utilisations',
    commands: boundPasses(input.facts, './kernel_output', hotspot.name),
    effort: technique.effort,
    risk: technique.risk,
  };
}
