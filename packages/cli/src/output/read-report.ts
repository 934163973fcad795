import fs from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '@perfxpert/agents';
import type { Io } from '../io.js';
import { describeReadFailure } from './read-failure.js';

/** The report in a file. @throws UsageError for a file that cannot be read; INVALID_ARGUMENT for one that is no report */
export async function readReport(name: string, io: Pick<Io, 'cwd'>): Promise<Report> {
  const { parseReport } = await import('@perfxpert/agents/toolkit');
  return parseReport(name, await readText(name, io));
}

/** Not at once: an interrupt has to be heard while a pipe that nobody writes to is waited for. */
async function readText(name: string, io: Pick<Io, 'cwd'>): Promise<string> {
  try {
    return await fs.readFile(path.resolve(io.cwd, name), 'utf8');
  } catch (error) {
    throw describeReadFailure(name, error);
  }
}
