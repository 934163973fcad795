import { displayUnits } from './display-units.js';
import { displayWidth } from './display-width.js';

/** Breaks a text at spaces into lines of at most `width` columns; a longer word is broken between its characters. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((part) => breakWord(part, width))) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function breakWord(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const unit of displayUnits(word)) {
    if (piece !== '' && displayWidth(piece) + displayWidth(unit) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += unit;
  }
  return [...pieces, piece];
}
