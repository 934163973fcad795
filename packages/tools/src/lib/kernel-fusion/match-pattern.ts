import { categorizeKernelName, fusionPatterns } from '@perfxpert/knowledge';
import type { FusionPattern } from '@perfxpert/knowledge';

/** Longest part of a kernel name whose words are looked at. */
const MAX_CHARACTERS = 8192;

/**
 * The kind of fusion that a pair of short neighbours allows, by the words of their names and the kind of the second;
 * null where none fits. The first pattern of the table that fits wins: it has the best impact per effort. Sequences that
 * need more than two kernels never fit a pair.
 */
export function matchFusionPattern(first: string, second: string, hasKnownShape: boolean): FusionPattern | null {
  const firstWords = wordsOf(first);
  const secondWords = wordsOf(second);
  const endsInReduction = categorizeKernelName(second) === 'Reduction';
  return (
    fusionPatterns().find(({ needs }) => {
      if (needs.ops_sequence !== undefined) return false;
      if (needs.same_tensor_signature === true && !hasKnownShape) return false;
      if (needs.last_op_is_reduce === true && !endsInReduction) return false;
      if (needs.ops !== undefined && !hasWord(firstWords, needs.ops)) return false;
      const follow = needs.followed_by ?? needs.ops;
      return follow === undefined || hasWord(secondWords, follow);
    }) ?? null
  );
}

/** Lower-case words between underscores: `at::native::AddFunctor<float>` is `_at_native_add_functor_float_`. */
function wordsOf(name: string): string {
  const words = name
    .slice(0, MAX_CHARACTERS)
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  return `_${words.join('_')}_`;
}

function hasWord(words: string, wanted: readonly string[]): boolean {
  return wanted.some((word) => words.includes(`_${word}_`));
}
