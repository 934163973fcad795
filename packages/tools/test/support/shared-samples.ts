import fs from 'node:fs';
import path from 'node:path';

/**
 * Folder with samples of outputs of GPU tools: below `PERFXPERT_SHARED`, else below `shared` beside the repository; null
 * without it.
 */
export function findGpuSamples(): string | null {
  const beside = path.resolve(import.meta.dirname, '../../../../../shared');
  const folder = path.join(process.env['PERFXPERT_SHARED'] ?? beside, 'samples/gpu');
  if (fs.existsSync(path.join(folder, 'expected.json'))) return folder;
  process.stderr.write(`No samples in ${folder} (set PERFXPERT_SHARED): their tests are skipped.\n`);
  return null;
}

/** Reads a sample as text. */
export function readSample(folder: string, name: string): string {
  return fs.readFileSync(path.join(folder, name), 'utf8');
}
