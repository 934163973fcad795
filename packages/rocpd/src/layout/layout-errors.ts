import path from 'node:path';
import { RocpdError } from '../errors.js';
import { showName } from '../files/show-name.js';

const SHOWN_TABLES = 5;

/** Layouts that can be read, for messages. */
const SUPPORTED_LAYOUTS = 'rocpd 3 (3.0.0 to 3.0.5), rocpd 4.1, rocmProfileData 2 and 3';

/** An SQLite database of another program. */
export function foreignError(file: string, tableNames: readonly string[]): RocpdError {
  const shown = tableNames.slice(0, SHOWN_TABLES).map(showName);
  const tables = shown.length === 0 ? 'it has no tables' : `its first tables: ${shown.join(', ')}`;
  const isNsight = tableNames.some((name) => /^(CUPTI_ACTIVITY_|NVTX_EVENTS)/.test(name));
  const what = isNsight ? 'an export of Nsight Systems' : 'an SQLite database of another program';
  return new RocpdError(
    'NOT_A_TRACE',
    `${showName(path.basename(file))}: ${what}, not a rocpd trace (looked for rocpd_kernel_dispatch_*, rocpd_region_*, rocpd_memory_copy_* or rocpd_api; ${tables}); give a file that rocprofv3, rocprof-sys or rpd_tracer wrote`,
    { path: file, detected: isNsight ? 'nsight_sqlite' : 'foreign_sqlite', tables: shown },
  );
}

/** A rocpd database of a layout that is not known. */
export function unsupportedError(file: string, versions: readonly string[], problem: string): RocpdError {
  const found =
    versions.length === 0 ? 'that names no schema version' : `of schema version ${versions.map(showName).join(', ')}`;
  return new RocpdError(
    'SCHEMA_UNSUPPORTED',
    `${showName(path.basename(file))}: a rocpd trace ${found} whose layout is not known (${problem}); supported are ${SUPPORTED_LAYOUTS}: update perfxpert, or record with a tool version that writes one of these`,
    { path: file, found_versions: versions.map(showName), supported: SUPPORTED_LAYOUTS },
  );
}

/** Folders that hold databases, but none of ours. */
export function nothingFoundError(folders: readonly string[]): RocpdError {
  const names = folders.map((folder) => showName(path.basename(path.resolve(folder)))).join(', ');
  return new RocpdError(
    'NOT_FOUND',
    `${names}: the .db files in it are databases of other programs; give the folder that rocprofv3 wrote to`,
    { searched_folders: folders },
  );
}
