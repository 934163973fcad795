import type { ToolError } from '../../tool/tool-errors.js';
import { refusal } from './refusal.js';

/** Characters to which a shell gives a meaning, line ends, NUL, and escaped quotes and backslashes. */
const SHELL_CHARACTERS = /[;&|`$()<>{}!\n\r\0]|\\[\\"']/;

/**
 * Whether a text holds a character that a shell would act on. No shell is ever started here: this is a second line of
 * defence, against programs that hand their arguments to one.
 */
export function hasShellCharacters(text: string): boolean {
  return SHELL_CHARACTERS.test(text);
}

/** @throws ToolError INVALID_ARGUMENT (refusal `shell_characters`) naming the field */
export function requireNoShellCharacters(field: string, text: string): void {
  if (hasShellCharacters(text)) throw shellCharactersError(field, text);
}

function shellCharactersError(field: string, text: string): ToolError {
  return refusal('shell_characters', field, 'free of characters that a shell acts on', text);
}
