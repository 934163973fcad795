import type { Diagnostic } from '@perfxpert/tools';

/** A notice as one line: `CODE: what, and what to do`. */
export function warningLine(diagnostic: Diagnostic): string {
  const advice = diagnostic.how_to_fix === null ? '' : ` ${diagnostic.how_to_fix}`;
  return `${diagnostic.code}: ${diagnostic.message}${advice}`;
}
