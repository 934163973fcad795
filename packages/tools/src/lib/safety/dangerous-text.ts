import { refusal } from './refusal.js';

/** Longest text that is looked at; a longer one is refused as it is. */
const MAX_CHARACTERS = 32_768;
const SHELL = String.raw`(?:\S*\/)?(?:ba|da|z|k|c)?sh\b`;

/**
 * Commands that destroy or run what they download. A list like this is never complete: it catches mistakes, while what
 * keeps us safe is that there is no shell, and that programs are chosen by the user.
 */
const DANGEROUS: readonly RegExp[] = [
  // rm with the options for folders and for no questions, in any spelling and order
  /(?:^|[\s/'"])rm(?=(?:\s+\S+)*\s+(?:-[a-z]*r|--recursive))(?=(?:\s+\S+)*\s+(?:-[a-z]*f|--force))/i,
  new RegExp(String.raw`\b(?:curl|wget)\b[^|]*\|\s*(?:sudo\s+)?${SHELL}`, 'i'),
  /(?:<\(|\$\(|`)\s*(?:curl|wget)\b/i,
  /\bwget\s+(?:-\S+\s+)*http/i,
  /\bmv\s+(?:-\S+\s+)*\/(?:\s|$)/i,
  // the function that calls itself twice in the background, for ever
  /:\s*\(\s*\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/,
  />\s*\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk)[a-z0-9]/,
  /\bdd\b.*\bof=\/dev\//s,
];

/** Whether a command, its words joined by blanks, is one of those that nobody may run through us. */
export function isDangerousText(text: string): boolean {
  return text.length > MAX_CHARACTERS || DANGEROUS.some((pattern) => pattern.test(text));
}

/** @throws ToolError INVALID_ARGUMENT (refusal `dangerous_text`) for a command that destroys or runs a download */
export function requireHarmlessCommand(field: string, words: readonly string[]): void {
  const text = words.join(' ');
  if (isDangerousText(text))
    throw refusal('dangerous_text', field, 'a command that neither destroys nor runs a download', text);
}
