/** One piece of source text outside comments. */
export interface SourceToken {
  /** A `pragma` is a whole `#pragma` line, a `string` the text between its quotes. */
  readonly kind: 'word' | 'number' | 'string' | 'punctuation' | 'pragma';
  readonly text: string;
  /** From 1. */
  readonly line: number;
}
