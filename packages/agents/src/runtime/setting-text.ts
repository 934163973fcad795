const TRUE_WORD = /^(?:1|true|yes|on)$/i;

/** Whether a setting is on: 1, true, yes or on in any case; anything else is off. */
export function isTrue(text: string | undefined): boolean {
  return TRUE_WORD.test((text ?? '').trim());
}

/** A text that is not blank, trimmed; null otherwise. */
export function textOf(text: string | null | undefined): string | null {
  return text === undefined || text === null || text.trim() === '' ? null : text.trim();
}

/** The first text that is not blank, trimmed; null without one. */
export function firstText(texts: readonly (string | undefined)[]): string | null {
  for (const text of texts) {
    const found = textOf(text);
    if (found !== null) return found;
  }
  return null;
}
