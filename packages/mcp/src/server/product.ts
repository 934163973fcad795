import type { WireTool } from '../list/wire-tool.js';
import type { ToolNames } from '../names/tool-names.js';
import type { WorkerPool } from '../pool/worker-pool.js';
import type { ReportShelf } from '../resources/report-shelf.js';
import type { BuiltList } from './listed-tools.js';
import type { Log } from './log.js';
import type { ServerSettings } from './server-settings.js';

/** What all connections of a server share. */
export interface Product {
  readonly settings: ServerSettings;
  readonly built: BuiltList;
  /** Offered tools, in the order of the list. */
  readonly tools: readonly WireTool[];
  /** Finds offered tools. */
  readonly names: ToolNames<WireTool>;
  readonly pool: WorkerPool;
  readonly log: Log;
  readonly reports: ReportShelf;
}
