import type * as tools from '@perfxpert/tools';
import type Database from 'better-sqlite3';

/** Folder with the recordings; null where there is none. */
export function recordingsFolder(): string | null;

/** The page of validations as Markdown. */
export function renderValidation(
  library: Pick<typeof tools, 'diagnosis' | 'roofline' | 'rcclAnalysis' | 'openTrace' | 'computeFacts'>,
  sqlite: typeof Database,
  folder: string,
): Promise<string>;
