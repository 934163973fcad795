import { displayWidth } from './display-width.js';

/**
 * Breaks a command line at spaces outside quotes, each line but the last ending in ` \`, so that it can still be
 * copied into a shell as it stands. A word longer than the width stays whole.
 */
export function wrapCommand(command: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of shellWords(command)) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) + 2 > width) {
      lines.push(`${line} \\`);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

function shellWords(command: string): string[] {
  return command.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\]|['"\\])+/gu) ?? [];
}
