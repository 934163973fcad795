import fs from 'node:fs';
import path from 'node:path';

/** Samples of the wire formats: below `PERFXPERT_SHARED`, else below `shared` beside the repository; null without it. */
export function findProviderSamples(): string | null {
  const beside = path.resolve(import.meta.dirname, '../../../../shared');
  const folder = path.join(process.env['PERFXPERT_SHARED'] ?? beside, 'samples/providers');
  if (fs.existsSync(path.join(folder, 'anthropic/errors.json'))) return folder;
  process.stderr.write(`No samples in ${folder} (set PERFXPERT_SHARED): their tests are skipped.\n`);
  return null;
}
