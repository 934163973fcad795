import { profilingGoals, profilingLadder } from '@perfxpert/knowledge';
import type { LadderStep } from '@perfxpert/knowledge';

/** Tokens of a command's fingerprint (`trace_fingerprint.fingerprint`) that the ladder spells its own way. */
const LADDER_TOKENS: Readonly<Record<string, string>> = {
  '--att': 'att',
  '--pc-sampling': 'pc_sampling',
  '--pc-sampling-beta-enabled': 'pc_sampling',
};
const READ_EXISTING = 'read_existing_db';

/** What has been collected, what for, and whether a trace exists that can be read without running anything. */
export interface CollectionState {
  readonly fingerprint: readonly string[];
  readonly goal: string;
  readonly hasDatabase: boolean;
}

/** The cheapest step that brings something new, and the tokens it adds, sorted; null when nothing is missing. */
export function nextLadderStep(state: CollectionState): { readonly step: LadderStep; readonly adds: string[] } | null {
  const collected = new Set(state.fingerprint.flatMap((token) => [token, LADDER_TOKENS[token] ?? token]));
  const wanted = profilingGoals()
    .get(state.goal)
    ?.filter((token) => !collected.has(token));
  for (const step of [...profilingLadder()].sort((left, right) => left.cost_s - right.cost_s)) {
    if (step.name === READ_EXISTING && !state.hasDatabase) continue;
    const adds = step.covers.filter((token) => !collected.has(token)).sort();
    const isWanted = wanted === undefined ? adds.length > 0 : adds.some((token) => wanted.includes(token));
    if (isWanted) return { step, adds };
  }
  return null;
}
