import type {
  CopyColumns,
  CounterColumns,
  DispatchColumns,
  ProcessColumns,
  RegionColumns,
  TracePoint,
} from '@perfxpert/rocpd';
import { rowsOf } from './kept-rows.js';
import type { KeptRows } from './kept-rows.js';

type Numbers = Float64Array | Uint32Array | Uint16Array;

/**
 * The columns of a process with only the rows that are kept; dictionaries and origin stay as they are, so that times and
 * indices keep their meaning. Counter values follow their dispatch.
 *
 * @param keepsPoint which points in time are kept
 */
export function narrowColumns(
  columns: ProcessColumns,
  kept: KeptRows,
  keepsPoint: (point: TracePoint) => boolean,
): ProcessColumns {
  const dispatchRows = rowsOf(kept.dispatches);
  const copyRows = rowsOf(kept.copies);
  const regionRows = rowsOf(kept.regions);
  const { details, copyDetails, points } = columns;
  const original = (rows: Uint32Array, from: Uint32Array) => rows.map((row) => from[row] ?? 0);
  return {
    ...columns,
    dispatches: narrowDispatches(columns.dispatches, dispatchRows),
    copies: narrowCopies(columns.copies, copyRows),
    regions: narrowRegions(columns.regions, regionRows),
    counters: narrowCounters(columns.counters, kept.dispatches, dispatchRows),
    details: {
      markerTexts: (rows) => details.markerTexts(original(rows, regionRows)),
      arguments: (rows) => details.arguments(original(rows, regionRows)),
      parentStackIds: (rows) => details.parentStackIds(original(rows, regionRows)),
    },
    copyDetails: { sourceAddresses: (rows) => copyDetails.sourceAddresses(original(rows, copyRows)) },
    points: {
      forEach: (visit) => {
        points.forEach((point) => {
          if (keepsPoint(point)) visit(point);
        });
      },
    },
  };
}

function narrowDispatches(all: DispatchColumns, rows: Uint32Array): DispatchColumns {
  return {
    ...all,
    count: rows.length,
    startNs: pick(all.startNs, rows),
    endNs: pick(all.endNs, rows),
    kernel: pick(all.kernel, rows),
    agent: pick(all.agent, rows),
    stream: pick(all.stream, rows),
    queue: pick(all.queue, rows),
    shape: pick(all.shape, rows),
    stackId: pick(all.stackId, rows),
  };
}

function narrowCopies(all: CopyColumns, rows: Uint32Array): CopyColumns {
  return {
    ...all,
    count: rows.length,
    startNs: pick(all.startNs, rows),
    endNs: pick(all.endNs, rows),
    sizeBytes: pick(all.sizeBytes, rows),
    sourceAgent: pick(all.sourceAgent, rows),
    destinationAgent: pick(all.destinationAgent, rows),
    name: pick(all.name, rows),
    stream: pick(all.stream, rows),
    stackId: pick(all.stackId, rows),
  };
}

function narrowRegions(all: RegionColumns, rows: Uint32Array): RegionColumns {
  return {
    ...all,
    count: rows.length,
    startNs: pick(all.startNs, rows),
    endNs: pick(all.endNs, rows),
    name: pick(all.name, rows),
    category: pick(all.category, rows),
    thread: pick(all.thread, rows),
    stackId: pick(all.stackId, rows),
  };
}

/** Counter values of the dispatches that are kept, with their new rows. */
function narrowCounters(all: CounterColumns, kept: Uint8Array, dispatchRows: Uint32Array): CounterColumns {
  const newRow = new Uint32Array(kept.length);
  for (let place = 0; place < dispatchRows.length; place++) newRow[dispatchRows[place] ?? 0] = place;
  const isKept = new Uint8Array(all.count);
  for (let row = 0; row < all.count; row++) isKept[row] = kept[all.dispatch[row] ?? 0] ?? 0;
  const rows = rowsOf(isKept);
  return {
    ...all,
    count: rows.length,
    dispatch: pick(all.dispatch, rows).map((dispatch) => newRow[dispatch] ?? 0),
    name: pick(all.name, rows),
    value: pick(all.value, rows),
  };
}

/** The values of some rows, in an array of the same kind. */
function pick<T extends Numbers>(values: T, rows: Uint32Array): T;
function pick(values: Numbers, rows: Uint32Array): Numbers {
  const picked = values.slice(0, rows.length);
  for (let place = 0; place < rows.length; place++) picked[place] = values[rows[place] ?? 0] ?? 0;
  return picked;
}
