import { createHash } from 'node:crypto';
import type { GateCheck } from '@perfxpert/agents/toolkit';
import { escapeText } from '../escape-text.js';
import { cutMiddle } from '../text/cut-middle.js';

/** Columns of a kernel name in a list of checks. */
const WIDEST_NAME = 160;

/** How a check went: uncertain ones that pass are told apart. */
export function outcomeOf({ passed, is_uncertain: isUncertain }: GateCheck): 'passed' | 'failed' | 'uncertain' {
  if (!passed) return 'failed';
  return isUncertain ? 'uncertain' : 'passed';
}

/** Name of a check, the same in every build and no other check's: `whole run`, `kernel gemm`. */
export function checkName({ rule, kernel }: GateCheck): string {
  const words = rule.replaceAll('_', ' ');
  if (kernel === null) return words;
  const escaped = escapeText(kernel);
  const shown = cutMiddle(escaped, WIDEST_NAME, '...');
  return `${words} ${shown}${shown === escaped ? '' : ` (${fingerprint(kernel).slice(0, 8)})`}`;
}

/** Identity of a check over builds. */
export function checkFingerprint({ rule, kernel }: GateCheck): string {
  return fingerprint(`${rule}\0${kernel ?? ''}`);
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
