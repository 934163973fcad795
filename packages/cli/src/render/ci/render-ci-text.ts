import { renderDiffText } from '../diff/render-diff-text.js';
import { escapeText } from '../escape-text.js';
import { formatFixed, NO_BREAK_SPACE } from '../format-number.js';
import { paragraph } from '../text/paragraph.js';
import { splitLine } from '../text/split-line.js';
import { createTextContext } from '../text/text-context.js';
import type { TextOptions } from '../text/text-context.js';
import { outcomeOf } from './check-words.js';
import type { CiReport } from './ci-formats.js';
import { withoutCommands } from './without-commands.js';

/** Checks that passed and are listed; those that failed are all listed. */
const MOST_PASSED = 20;
const LABELS = { passed: 'ok', failed: 'FAIL', uncertain: 'unsure' } as const;

/** The comparison, then every check. */
export function renderCiText({ diff, gate }: CiReport, options: TextOptions): string {
  const context = createTextContext(options, []);
  const failed = gate.checks.filter(({ passed }) => !passed);
  const passed = gate.checks.filter((check) => check.passed);
  const rest = passed.length - MOST_PASSED;
  const { baseline_pct: before, new_pct: after } = gate.noise;
  const noise = [
    ...(before === null ? [] : [`baseline ${formatFixed(before, 2)}%`]),
    ...(after === null ? [] : [`new ${formatFixed(after, 2)}%`]),
  ].join(', ');
  const lines = [
    '',
    ...splitLine('CHECKS', `${String(failed.length)} of ${String(gate.checks.length)} failed`, context),
    ...[...failed, ...passed.slice(0, MOST_PASSED)].flatMap((check) =>
      paragraph(escapeText(check.message), context, { label: LABELS[outcomeOf(check)], labelWidth: 8 }),
    ),
    ...(rest > 0 ? paragraph(`and ${String(rest)} more that passed`, context, { indent: 10 }) : []),
    ...(noise === '' ? [] : paragraph(`Run-to-run noise: ${noise}.`, context)),
  ];
  const text = lines.map((line) => line.replaceAll(NO_BREAK_SPACE, ' ').trimEnd()).join('\n');
  return withoutCommands(`${renderDiffText(diff, options)}${text}\n`);
}
