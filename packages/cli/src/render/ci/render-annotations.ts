import { verdictLine } from '../comparison-words.js';
import { escapeText } from '../escape-text.js';
import { plural } from '../plural.js';
import { cutMiddle } from '../text/cut-middle.js';
import { checkName, outcomeOf } from './check-words.js';
import type { CiReport } from './ci-formats.js';

/** GitHub shows ten errors and ten warnings of a step. */
const MOST_SHOWN = 10;
const LONGEST_MESSAGE = 1000;

/**
 * GitHub workflow commands: an error for each check that failed, worst first, a warning for each that is uncertain, and
 * a notice with the verdict. Source: docs.github.com, Workflow commands for GitHub Actions.
 */
export function renderAnnotations({ diff, gate }: CiReport): string {
  const of = (outcome: string) => gate.checks.filter((check) => outcomeOf(check) === outcome);
  const failed = of('failed');
  const rest = failed.length - MOST_SHOWN;
  return [
    ...failed.slice(0, MOST_SHOWN).map((check) => command('error', checkName(check), check.message)),
    ...of('uncertain')
      .slice(0, MOST_SHOWN)
      .map((check) => command('warning', checkName(check), check.message)),
    command('notice', 'verdict', `${verdictLine(diff)}${rest > 0 ? `; ${plural(rest, 'more check')} failed` : ''}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function command(kind: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const shown = cutMiddle(escapeText(message), LONGEST_MESSAGE, '...');
  return `::${kind} title=${escapeProperty(`PerfXpert: ${title}`)}::${escapeData(shown)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
