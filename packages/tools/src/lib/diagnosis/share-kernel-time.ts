import type { TraceFacts } from '../facts/trace-facts.js';
import type { RuleFinding } from './rule.js';
import type { WindowTime } from './window-time.js';

/**
 * Findings about kernels share the time in which these run alone: what the largest claims, a later one about the same
 * kernel cannot save again. Their bounds together are then never more than the exclusive time of the kernels they name.
 */
export function shareKernelTime(findings: readonly RuleFinding[], facts: TraceFacts, time: WindowTime): RuleFinding[] {
  const leftNs = new Map(
    facts.hotspots.map(({ name, exclusive_ns: exclusiveNs }) => [name, exclusiveNs / time.deviceCount]),
  );
  let windowNs = time.computeNs - time.communicationExposedNs;
  const granted = new Map<RuleFinding, number>();
  for (const finding of [...findings].sort(bySize)) {
    const kernels = kernelsOf(finding);
    const claimedNs = finding.draft.recoverableNs;
    if (kernels.length === 0 || claimedNs === null) continue;
    const availableNs = kernels.reduce((sum, name) => sum + (leftNs.get(name) ?? 0), 0);
    const grantedNs = Math.max(0, Math.floor(Math.min(claimedNs, availableNs, windowNs)));
    granted.set(finding, grantedNs);
    windowNs -= grantedNs;
    const remaining = availableNs === 0 ? 0 : 1 - grantedNs / availableNs;
    for (const name of kernels) leftNs.set(name, (leftNs.get(name) ?? 0) * remaining);
  }
  return findings.map((finding) => {
    const recoverableNs = granted.get(finding);
    return recoverableNs === undefined ? finding : { ...finding, draft: { ...finding.draft, recoverableNs } };
  });
}

/** The kernels whose time a finding acts on; empty for those about something else. */
export function kernelsOf({ draft }: RuleFinding): readonly string[] {
  return draft.kernels ?? (draft.isKernel && draft.target !== null ? [draft.target] : []);
}

function bySize(left: RuleFinding, right: RuleFinding): number {
  return (right.draft.recoverableNs ?? -1) - (left.draft.recoverableNs ?? -1);
}
