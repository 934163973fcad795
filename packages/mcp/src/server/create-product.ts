import { availableParallelism } from 'node:os';
import { createToolNames } from '../names/tool-names.js';
import { createWorkerPool } from '../pool/worker-pool.js';
import { createReportShelf } from '../resources/report-shelf.js';
import { listedTools, readBuiltList } from './listed-tools.js';
import { createLog } from './log.js';
import type { Product } from './product.js';
import type { ServerSettings } from './server-settings.js';

/** Threads that read files: more than cores, since a call may wait for its own reading thread. */
const LEAST_FILE_THREADS = 2;
const MOST_FILE_THREADS = 4;

/** Everything that the connections of a server share. Starts no thread before the first call. */
export function createProduct(settings: ServerSettings, folder: URL): Product {
  const built = readBuiltList(new URL('tool-list.json', folder));
  const tools = listedTools(built.tools, settings);
  return {
    settings,
    built,
    tools,
    names: createToolNames(tools),
    pool: createWorkerPool({
      file: new URL('tool-worker.js', folder),
      threads: {
        catalogue: 1,
        file: Math.min(MOST_FILE_THREADS, Math.max(LEAST_FILE_THREADS, availableParallelism())),
        agent: 2,
      },
      settings: { stateDir: settings.stateDir, allowLlm: settings.allowLlm },
    }),
    log: createLog(settings.logLevel, (text) => process.stderr.write(text)),
    reports: createReportShelf(),
  };
}
