import { renderJson } from '../render-json.js';
import type { CiReport } from './ci-formats.js';
import { jsonWithoutCommands } from './without-commands.js';

/** The comparison as `perfxpert diff` prints it, with the checks as `ci`. */
export function renderCiJson({ diff, gate }: CiReport): string {
  return jsonWithoutCommands(renderJson({ ...diff, ci: gate }));
}
