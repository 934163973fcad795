import type { Report } from '@perfxpert/agents';
import { cutText } from '../parts/cut-text.js';

/** Name of the first input and how many more there are. */
export function inputNames({ metadata: { inputs, database_file: first } }: Report): string {
  const path = first ?? inputs[0]?.path ?? 'no trace';
  const parts = path.replace(/[/\\]+$/, '').split(/[/\\]/);
  const name = cutText(parts.at(-1) ?? path, 120);
  return inputs.length > 1 ? `${name} and ${String(inputs.length - 1)} more` : name;
}
