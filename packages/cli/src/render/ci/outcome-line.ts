import { verdictLine } from '../comparison-words.js';
import { escapeText } from '../escape-text.js';
import { plural } from '../plural.js';
import { cutMiddle } from '../text/cut-middle.js';
import type { CiReport } from './ci-formats.js';

/** Columns of a message in the line. */
const WIDEST = 160;

/** One line: a mark, the verdict with its figures, and what else failed. */
export function outcomeLine({ diff, gate }: CiReport, isUnicode: boolean): string {
  const [pass, fail] = isUnicode ? ['✓', '✗'] : ['OK', 'FAIL'];
  const others = gate.checks.filter(({ passed, rule }) => !passed && rule !== 'whole_run');
  const [first] = others;
  const message = first === undefined ? '' : cutMiddle(escapeText(first.message), WIDEST, '...');
  const more = others.length > 1 ? ` and ${plural(others.length - 1, 'more check')}` : '';
  const failed = first === undefined ? '' : `; failed: ${message}${more}`;
  const uncertain = gate.checks.some(({ is_uncertain: isUncertain }) => isUncertain) ? '; within the noise' : '';
  return `${gate.passed ? pass : fail} ${verdictLine(diff)}${failed}${uncertain}`;
}
