import { diffMarkdownLines, separated } from '../diff/render-diff-markdown.js';
import { escapeText } from '../escape-text.js';
import { formatFixed, NO_BREAK_SPACE } from '../format-number.js';
import { escapeMarkdown } from '../markdown/escape-markdown.js';
import { plural } from '../plural.js';
import { cutMiddle } from '../text/cut-middle.js';
import { outcomeOf } from './check-words.js';
import type { CiReport } from './ci-formats.js';
import { withoutCommands } from './without-commands.js';

const MARKS = { passed: '✅', failed: '❌', uncertain: '⚠️' } as const;
const MOST_CHECKS = 10;
const LONGEST_MESSAGE = 300;

/** The outcome for a job summary or a comment of a pull request: the checks that matter, then the comparison. */
export function renderCiMarkdown({ diff, gate }: CiReport): string {
  const failed = gate.checks.filter(({ passed }) => !passed);
  const unsure = gate.checks.filter((check) => outcomeOf(check) === 'uncertain');
  const whole = gate.checks.filter((check) => check.rule === 'whole_run' && outcomeOf(check) === 'passed');
  const shown = [...failed, ...unsure, ...whole].slice(0, MOST_CHECKS);
  const rest = gate.checks.length - shown.length;
  const noise = gate.noise.baseline_pct;
  const blocks = [
    [
      `## ${gate.passed ? '✅' : '❌'} PerfXpert: ${gate.passed ? 'no check failed' : `${plural(failed.length, 'check')} failed`}`,
    ],
    [
      ...shown.map(
        (check) =>
          `- ${MARKS[outcomeOf(check)]} ${escapeMarkdown(cutMiddle(escapeText(check.message), LONGEST_MESSAGE, '…'))}`,
      ),
      ...(rest > 0 ? [`- ${plural(rest, 'more check')}`] : []),
    ],
    noise === null ? [] : [`Run-to-run noise of the baseline: ${formatFixed(noise, 2)}%.`],
    diffMarkdownLines(diff, '### Comparison'),
  ];
  return withoutCommands(`${separated(blocks).join('\n').replaceAll(NO_BREAK_SPACE, ' ')}\n`);
}
