import { API_CLASSES } from '../../../terms/api-terms.js';
import { exposeCalls } from './expose-calls.js';
import type { ExposedCalls } from './expose-calls.js';
import { numberApiNames } from './number-api-names.js';
import type { ApiName } from './number-api-names.js';
import { classifyRegions } from '../api-region.js';
import { takeChildTime } from './take-child-time.js';
import { callsBesideWork } from '../calls-beside-work.js';
import type { ProcessStage } from '../process-stage.js';

/** The API calls of one process. Arrays go by code, 1 + index; entry 0 is unused. */
export interface ApiPart {
  /** Functions, one for each pair of family and name. */
  readonly names: readonly ApiName[];
  readonly calls: Float64Array;
  /** Inclusive, nanoseconds. */
  readonly totalNs: Float64Array;
  /** Outside direct children, nanoseconds. */
  readonly selfNs: Float64Array;
  readonly exposedByName: ExposedCalls;
  /** Code i + 1 is class i of `API_CLASSES`. */
  readonly exposedByClass: ExposedCalls;
}

/**
 * Adds up the API calls of a process by function. Linear in its regions, once and once more per device.
 *
 * @param classes of the regions, for callers that have them already.
 * @param besideOf the calls beside work (`callsBesideWork`), likewise.
 */
export function collectApi(
  stage: ProcessStage,
  classes = classifyRegions(stage.columns.regions),
  besideOf = (): Uint32Array => callsBesideWork(stage.columns.regions, classes, stage.devices),
): ApiPart {
  const { regions } = stage.columns;
  const { names, codes } = numberApiNames(regions, classes);
  const codeCount = names.length + 1;
  const { startNs, endNs } = regions;
  const calls = new Float64Array(codeCount);
  const totalNs = new Float64Array(codeCount);
  for (let row = 0; row < regions.count; row++) {
    const code = codes[row] ?? 0;
    if (code === 0) continue;
    calls[code] = (calls[code] ?? 0) + 1;
    totalNs[code] = (totalNs[code] ?? 0) + (endNs[row] ?? 0) - (startNs[row] ?? 0);
  }
  const selfNs = totalNs.slice();
  takeChildTime(regions, codes, selfNs);
  const outer = Uint32Array.from([0, ...names.map(({ class: name }) => API_CLASSES.indexOf(name) + 1)]);
  const exposed = exposeCalls(stage, besideOf(), { codes, codeCount, outer, outerCount: API_CLASSES.length + 1 });
  return { names, calls, totalNs, selfNs, exposedByName: exposed.inner, exposedByClass: exposed.outer };
}
