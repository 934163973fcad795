import type { OfferedTechnique } from '../../schemas/offered-technique.js';
import { factMeasurement } from '../techniques/fact-measurement.js';
import { offerTechniques } from '../techniques/offer-techniques.js';
import { kernelLibrary } from './library-kernel.js';
import type { KernelLimit } from './kernel-limit.js';
import type { RuleFinding, RuleInput } from './rule.js';
import { kernelsOf } from './share-kernel-time.js';
import { boundWithin } from './window-time.js';

/**
 * Techniques for the cause of a finding, preconditions held against its kernel or the whole program. None for kernels of
 * libraries: all of them change the source of a kernel.
 */
export function techniquesOf(finding: RuleFinding, input: RuleInput): OfferedTechnique[] {
  const { cause, target, isKernel } = finding.draft;
  if (cause === undefined || input.time === null) return [];
  if (isKernel && kernelLibrary(target ?? '') !== null) return [];
  const hotspot = isKernel ? (input.facts.hotspots.find(({ name }) => name === target) ?? null) : null;
  const limit = input.kernelLimits.find((candidate) => candidate.hotspot === hotspot) ?? null;
  return offerTechniques({
    cause,
    measured: factMeasurement(input.facts, hotspot),
    room: limit === null ? null : roomOf(input, limit, kernelsOf(finding)),
  });
}

/** Techniques for the limit of one kernel. */
export function kernelTechniques(input: RuleInput, limit: KernelLimit): OfferedTechnique[] {
  return offerTechniques({
    cause: limit.limiter,
    measured: factMeasurement(input.facts, limit.hotspot),
    room: roomOf(input, limit, [limit.hotspot.name]),
  });
}

function roomOf({ facts, time }: RuleInput, { headroomFrac }: KernelLimit, kernels: readonly string[]) {
  if (time === null) return null;
  const exclusiveNs = facts.hotspots.reduce(
    (sum, { name, exclusive_ns: ns }) => sum + (kernels.includes(name) ? ns : 0),
    0,
  );
  return { windowFrac: boundWithin(time, exclusiveNs, time.computeNs) / time.wallNs, headroomFrac };
}
