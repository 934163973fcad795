import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, jest } from '@jest/globals';
import * as v from 'valibot';
import { Tier0FindingsSchema, scanSource } from '../../../src/index.js';
import type { SourceScan, SourceScanOptions } from '../../../src/index.js';

const folders: string[] = [];

/** Removes the folders of a test file after its tests. */
export function useSourceFolders(): void {
  // Busy machines are slow.
  jest.setTimeout(60_000);
  afterAll(() => {
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });
}

/** A folder with files of these texts. */
export function sourceFolder(files: Readonly<Record<string, string>>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-source-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

/** Scans files; what comes out fits its schema. */
export async function scan(
  files: Readonly<Record<string, string>>,
  options: SourceScanOptions = {},
): Promise<SourceScan> {
  const result = await scanSource(sourceFolder(files), options);
  expect(v.parse(Tier0FindingsSchema, result.findings)).toEqual(result.findings);
  return result;
}

/** Kernels of one file as `type name:line`. */
export async function kernelsOf(file: string, text: string): Promise<string[]> {
  const { findings } = await scan({ [file]: text });
  return findings.detected_kernels.map(({ launch_type: type, name, line }) => `${type} ${name}:${line}`);
}

/** Counts of the patterns of one file. */
export async function patternsOf(file: string, text: string): Promise<Record<string, number>> {
  const { findings } = await scan({ [file]: text });
  return Object.fromEntries(findings.detected_patterns.map(({ pattern_id: id, count }) => [id, count]));
}
