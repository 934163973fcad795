import type { Command } from 'commander';
import { ERROR_FORMATS } from '../error-format.js';
import { DIFF_FORMATS } from '../render/diff/diff-formats.js';
import { FORMAT_NAMES } from '../render/formats.js';
import { SECTION_KEYS } from '../render/section-keys.js';
import { COLOR_MODES } from '../terminal.js';
import { bashCompletion } from './bash-completion.js';
import { describeProgram } from './describe-program.js';
import { fishCompletion } from './fish-completion.js';
import { zshCompletion } from './zsh-completion.js';

/** Values of options that are the same for every command. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  '--color': COLOR_MODES,
  '--section': SECTION_KEYS,
  '--error-format': ERROR_FORMATS,
};

/** Values of `--format` by command. */
const FORMATS_OF: Readonly<Record<string, readonly string[]>> = {
  analyze: FORMAT_NAMES,
  render: FORMAT_NAMES,
  diff: Object.keys(DIFF_FORMATS),
  explain: ['text', 'json'],
  export: ['perfetto', 'chrome'],
  query: ['table', 'csv', 'json'],
};

/** The script of a shell for the commands of a program. */
export function completionScript(shell: 'bash' | 'zsh' | 'fish', program: Command): string {
  const commands = describeProgram(program, (command, option) =>
    option === '--format' ? (FORMATS_OF[command] ?? []) : (VALUES[option] ?? []),
  );
  if (shell === 'bash') return bashCompletion(commands);
  return shell === 'zsh' ? zshCompletion(commands) : fishCompletion(commands);
}
