import type { RenameReason } from '../../schemas/trace-diff.js';
import { compareText } from '../text/compare-text.js';
import { numberForm, spelledForm, tensileForm, typeForm, valueForm } from './kernel-name-forms.js';
import { splitKernelName } from './split-kernel-name.js';
import type { KernelNameParts } from './split-kernel-name.js';

/** A kernel that only one side has. */
export interface LoneKernel {
  readonly name: string;
  readonly calls: number;
  /** Workgroup and grid with the most time; null where unknown. */
  readonly shape: string | null;
}

/** One kernel under two names. */
export interface Rename {
  readonly old: string;
  readonly new: string;
  readonly reason: RenameReason;
}

interface Candidate extends LoneKernel {
  readonly parts: KernelNameParts;
}

interface Tier {
  readonly reason: RenameReason;
  /** Kernels of equal form may be the same; null: never. */
  readonly form: (parts: KernelNameParts) => string | null;
  readonly isEvident: (before: Candidate, after: Candidate) => boolean;
}

const hasSameCalls = (a: Candidate, b: Candidate): boolean => a.calls === b.calls;
const hasSameShape = (a: Candidate, b: Candidate): boolean => a.shape !== null && a.shape === b.shape;
const hasBoth = (a: Candidate, b: Candidate): boolean => hasSameCalls(a, b) && hasSameShape(a, b);
const isBare = ({ parts }: Candidate): boolean => parts.templateArguments.length === 0 && parts.parameters === null;

/** From the surest to the boldest: the further two names are apart, the more else must be equal. */
const TIERS: readonly Tier[] = [
  { reason: 'spelling', form: spelledForm, isEvident: () => true },
  {
    reason: 'template_value',
    form: valueForm,
    isEvident: (before, after) => hasSameCalls(before, after) || hasSameShape(before, after),
  },
  { reason: 'template_type', form: typeForm, isEvident: hasBoth },
  { reason: 'tile', form: tensileForm, isEvident: hasSameCalls },
  { reason: 'running_number', form: numberForm, isEvident: hasBoth },
  {
    reason: 'shortened',
    form: ({ base }) => base,
    isEvident: (before, after) => isBare(before) !== isBare(after) && hasBoth(before, after),
  },
];
/** Families of names with more pairs than this are left alone. */
const MAX_PAIRS = 4096;

/**
 * Pairs of kernels, one that only the baseline has and one that only the new run has, that are the same kernel under
 * another name: another spelling, template value, element type, Tensile tile, running number, or a name cut short. Beside
 * the names, the number of calls and the launch shape must agree, as `TIERS` says. Of several possible partners the one
 * that agrees in more is taken; where two agree equally, none: different kernels are never merged by guessing. Swapping
 * the two sides swaps the names. Sorted by the new name.
 */
export function matchRenames(removed: readonly LoneKernel[], added: readonly LoneKernel[]): Rename[] {
  let before = removed.map(toCandidate);
  let after = added.map(toCandidate);
  const renames: Rename[] = [];
  for (const tier of TIERS) {
    if (before.length === 0 || after.length === 0) break;
    const found = matchTier(tier, before, after);
    renames.push(...found);
    const oldNames = new Set(found.map((rename) => rename.old));
    const newNames = new Set(found.map((rename) => rename.new));
    before = before.filter(({ name }) => !oldNames.has(name));
    after = after.filter(({ name }) => !newNames.has(name));
  }
  return renames.sort((a, b) => compareText(a.new, b.new));
}

function toCandidate(kernel: LoneKernel): Candidate {
  return { ...kernel, parts: splitKernelName(kernel.name) };
}

function matchTier(tier: Tier, before: readonly Candidate[], after: readonly Candidate[]): Rename[] {
  const families = groupByForm(tier, after);
  const renames: Rename[] = [];
  for (const [form, olds] of groupByForm(tier, before)) {
    const news = families.get(form);
    if (news === undefined || olds.length * news.length > MAX_PAIRS) continue;
    renames.push(...matchFamily(tier, olds, news));
  }
  return renames;
}

function groupByForm({ form }: Tier, candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = form(candidate.parts);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  return groups;
}

interface ScoredPair {
  readonly before: Candidate;
  readonly after: Candidate;
  readonly score: number;
}

/** Takes pairs that are the one best choice of both partners, until there are none. */
function matchFamily(tier: Tier, olds: readonly Candidate[], news: readonly Candidate[]): Rename[] {
  let pairs: ScoredPair[] = olds.flatMap((before) =>
    news
      .filter((after) => tier.isEvident(before, after))
      .map((after) => ({ before, after, score: similarity(before, after) })),
  );
  const renames: Rename[] = [];
  for (;;) {
    const taken = mutualBest(pairs);
    if (taken.length === 0) return renames;
    for (const { before, after } of taken) renames.push({ old: before.name, new: after.name, reason: tier.reason });
    const used = new Set(taken.flatMap(({ before, after }) => [before, after]));
    pairs = pairs.filter(({ before, after }) => !used.has(before) && !used.has(after));
  }
}

/** Calls weigh more than the launch shape, that more than template arguments that stayed. */
function similarity(before: Candidate, after: Candidate): number {
  const { templateArguments: first } = before.parts;
  const { templateArguments: second } = after.parts;
  const shared = first.filter((argument, index) => argument === second[index]).length;
  const sharedFrac = first.length === 0 ? 0 : shared / Math.max(first.length, second.length);
  return (hasSameCalls(before, after) ? 4 : 0) + (hasSameShape(before, after) ? 2 : 0) + sharedFrac;
}

function mutualBest(pairs: readonly ScoredPair[]): ScoredPair[] {
  const bestOfOld = strictlyBest(pairs, ({ before }) => before);
  const bestOfNew = strictlyBest(pairs, ({ after }) => after);
  return pairs.filter((pair) => bestOfOld.get(pair.before) === pair && bestOfNew.get(pair.after) === pair);
}

/** Per candidate its pair of highest score; null where two share it. */
function strictlyBest(
  pairs: readonly ScoredPair[],
  candidateOf: (pair: ScoredPair) => Candidate,
): Map<Candidate, ScoredPair | null> {
  const best = new Map<Candidate, ScoredPair | null>();
  const scores = new Map<Candidate, number>();
  for (const pair of pairs) {
    const candidate = candidateOf(pair);
    const known = scores.get(candidate) ?? Number.NEGATIVE_INFINITY;
    if (pair.score === known) best.set(candidate, null);
    if (pair.score <= known) continue;
    scores.set(candidate, pair.score);
    best.set(candidate, pair);
  }
  return best;
}
