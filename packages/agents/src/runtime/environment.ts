import fs from 'node:fs';
import path from 'node:path';
import { parseConfigFile } from './config-file.js';
import type { ConfigFile } from './config-file.js';
import { firstText } from './setting-text.js';
import type { Environment } from './settings.js';

/** The variables of this process. Nothing else of the product reads them, apart from the command line. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Where the config file lies: `.config/perfxpert/config.yaml` of the home folder; null without one. */
export function configFilePath(environment: Environment = processEnvironment()): string | null {
  const home = homeOf(environment);
  return home === null ? null : path.join(home, '.config', 'perfxpert', 'config.yaml');
}

/** The config file; without one no field is set. What cannot be read is a problem of the file, never an error. */
export function readConfigFile(environment: Environment = processEnvironment()): ConfigFile {
  const file = configFilePath(environment);
  if (file === null) return { fields: {}, problem: null };
  try {
    return parseConfigFile(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    // By shape: an error of native code may come from another realm.
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
    const isMissing = code === 'ENOENT' || code === 'ENOTDIR';
    return { fields: {}, problem: isMissing ? null : 'cannot be read' };
  }
}

/** The home folder as the environment names it; null without. */
export function homeOf(environment: Environment): string | null {
  return firstText([environment['HOME'], environment['USERPROFILE']]);
}
