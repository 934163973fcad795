import * as v from 'valibot';
import { text } from './numbers.js';

/** Something a reader must know before trusting a figure. */
export const DiagnosticSchema = v.object({
  code: text('Stable code in UPPER_SNAKE'),
  severity: v.picklist(['error', 'warning', 'info']),
  message: text('What is the matter, with its number'),
  section: v.nullable(text('Report section it touches')),
  how_to_fix: v.nullable(text('What to do about it')),
});

export type Diagnostic = v.InferOutput<typeof DiagnosticSchema>;
