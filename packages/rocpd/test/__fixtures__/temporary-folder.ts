import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from '@jest/globals';

/** A new folder that goes away after the tests of a file. */
export function temporaryFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-rocpd-'));
  afterAll(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The error that an action throws; fails if it throws none. */
export function errorOf(action: () => unknown): { code?: string; message: string; details?: Record<string, unknown> } {
  try {
    action();
  } catch (error) {
    return error as { code?: string; message: string };
  }
  throw new Error('nothing was thrown');
}
