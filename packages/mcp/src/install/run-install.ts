import type { InstallOptions } from '../command/parse-command.js';
export async function runInstall(_options: InstallOptions): Promise<number> {
  return 0;
}
