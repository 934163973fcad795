import { compilerFlags } from '@perfxpert/knowledge';
import { splitFlags } from '../safety/split-flags.js';
import type { SplitFlags } from '../safety/split-flags.js';

/** What may stand behind an allowed flag that ends in `=`. A flag without an entry here is never allowed. */
const VALUES: Readonly<Record<string, RegExp>> = {
  // LLVM, AMDGPU backend: a target id, with its features on or off
  '--offload-arch=': /^gfx[0-9a-f]+(?::(?:sramecc|xnack)[+-])*$/,
  '-mllvm -amdgpu-num-vgpr=': /^[1-9][0-9]{0,3}$/,
};
/** Takes the next word as an option of LLVM: both are one flag. */
const TWO_WORD_FLAG = '-mllvm';

/**
 * Compiler flags by whether they may be used: exactly as the allow-list has them (knowledge, compiler_flags), or with a
 * value of the form that belongs to them (`--offload-arch=gfx90a:xnack-`). A flag of two words may be given as one text
 * or as two.
 */
export function splitCompileFlags(flags: readonly string[]): SplitFlags {
  return splitFlags(joinTwoWordFlags(flags), isAllowed);
}

/** Allowed flags as words of a command line. */
export function compileFlagWords({ accepted }: SplitFlags): string[] {
  return accepted.flatMap((flag) => flag.split(' '));
}

function isAllowed(flag: string): boolean {
  return compilerFlags().some((entry) => {
    if (!entry.allowlist) return false;
    if (!entry.flag.endsWith('=')) return flag === entry.flag;
    return flag.startsWith(entry.flag) && VALUES[entry.flag]?.test(flag.slice(entry.flag.length)) === true;
  });
}

function joinTwoWordFlags(flags: readonly string[]): string[] {
  const joined: string[] = [];
  for (const flag of flags) {
    if (joined.at(-1) === TWO_WORD_FLAG) joined[joined.length - 1] = `${TWO_WORD_FLAG} ${flag}`;
    else joined.push(flag);
  }
  return joined;
}
