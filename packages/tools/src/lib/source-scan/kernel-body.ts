import type { FunctionHead } from './read-names.js';
import type { SourcePatternId } from './source-patterns.js';
import type { SourceToken } from './source-token.js';

const THREAD_INDEX = /^(threadIdx|hipThreadIdx_[xyz]|get_local_id)$/;
const BARRIER = /^(__syncthreads(_or|_and|_count)?|barrier)$/;
/** Tokens of a condition that are looked at. */
const LONGEST_CONDITION = 200;
const DOUBLE_LITERAL =
  /^(\d[\d']*\.[\d']*|\.\d[\d']*|\d[\d']*\.?[\d']*[eE][+-]?\d+|\d[\d']*\.[\d']*[eE][+-]?\d+)[lL]?$/;

/** Patterns of a kernel's own code, with the token each stands at. */
export function patternsOfKernel(
  tokens: readonly SourceToken[],
  partner: Int32Array,
  head: FunctionHead,
  bodyOpen: number,
): { pattern: SourcePatternId; at: number }[] {
  const found: { pattern: SourcePatternId; at: number }[] = [];
  const parameters = tokens.slice(head.open + 1, head.close).map(({ text }) => text);
  const pointers = parameters.filter((text) => text === '*').length;
  if (pointers > 1 && !parameters.some((text) => /^(__restrict__|__restrict|restrict)$/.test(text)))
    found.push({ pattern: 'missing_restrict', at: head.open - 1 });
  const isFloat = parameters.some((text) => /^(float[234]?|__half2?|half)$/.test(text));
  const watchesLiterals = isFloat && !parameters.includes('double');
  const end = partner[bodyOpen] ?? -1;
  let divergentEnd = -1;
  for (let index = bodyOpen + 1; index < end; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (token.kind === 'number' && watchesLiterals && DOUBLE_LITERAL.test(token.text))
      found.push({ pattern: 'double_literal', at: index });
    if (token.kind !== 'word') continue;
    const isCall = tokens[index + 1]?.text === '(';
    if (token.text === 'printf' && isCall) found.push({ pattern: 'kernel_printf', at: index });
    if (BARRIER.test(token.text) && isCall && index < divergentEnd)
      found.push({ pattern: 'divergent_barrier', at: index });
    if (token.text === 'if' && isCall)
      divergentEnd = Math.max(divergentEnd, endOfDivergentBranch(tokens, partner, index + 1));
  }
  return found;
}

/** Index behind the branch of an `if` whose condition reads the thread index; -1 for other conditions. */
function endOfDivergentBranch(tokens: readonly SourceToken[], partner: Int32Array, open: number): number {
  const close = partner[open] ?? -1;
  if (close < 0) return -1;
  let reads = false;
  const last = Math.min(close, open + LONGEST_CONDITION);
  for (let index = open + 1; index < last; index++) if (THREAD_INDEX.test(tokens[index]?.text ?? '')) reads = true;
  if (!reads) return -1;
  if (tokens[close + 1]?.text === '{') return partner[close + 1] ?? -1;
  for (let index = close + 1; index < tokens.length && index - close < 200; index++)
    if (tokens[index]?.text === ';') return index;
  return -1;
}
