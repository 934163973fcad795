import type { IdArray, IndexArray } from '../columns.js';
import type { ReadPlan, TableKey } from './plan.js';

/** Columns while they are filled: places in order of row ids, NaN as start where a place holds no usable row. */
export interface Stores {
  readonly events: {
    readonly stackId: IdArray;
    /** Index of the category plus 1; 0 where there is none, or no event at this place. */
    readonly category: IndexArray;
    /** Event ids by place, only where they are searched. */
    readonly ids: Float64Array;
  };
  readonly dispatches: {
    readonly startNs: Float64Array;
    readonly endNs: Float64Array;
    readonly kernel: IndexArray;
    readonly agent: IndexArray;
    readonly stream: IndexArray;
    readonly queue: IndexArray;
    readonly shape: IndexArray;
    /** Link to the event: see `linkOf`. Becomes the stack id. */
    readonly link: IdArray;
    /** The same, kept for counters. */
    readonly eventLink: IdArray;
  };
  readonly copies: {
    readonly startNs: Float64Array;
    readonly endNs: Float64Array;
    readonly sizeBytes: Float64Array;
    readonly sourceAgent: IndexArray;
    readonly destinationAgent: IndexArray;
    readonly name: IndexArray;
    readonly stream: IndexArray;
    readonly link: IdArray;
  };
  readonly samples: { readonly link: IdArray };
  readonly counters: { readonly link: IdArray; readonly counter: IndexArray; readonly value: Float64Array };
  readonly regions: {
    readonly startNs: Float64Array;
    readonly endNs: Float64Array;
    readonly name: IndexArray;
    readonly thread: IndexArray;
    readonly link: IdArray;
  };
}

/** Makes the columns for a plan; in memory that two threads can fill if `isShared`. */
export function allocateStores(plan: ReadPlan, isShared: boolean): Stores {
  const buffer = (bytes: number): ArrayBuffer | SharedArrayBuffer =>
    isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  const doubles = (slots: number): Float64Array => new Float64Array(buffer(slots * 8));
  const indices = (slots: number): IndexArray =>
    plan.isWide ? new Uint32Array(buffer(slots * 4)) : new Uint16Array(buffer(slots * 2));
  const isLinkWide = plan.isWide || plan.links.kind === 'sorted';
  const ids = (slots: number): IdArray => (isLinkWide ? doubles(slots) : new Uint32Array(buffer(slots * 4)));
  const slotsOf = (key: TableKey): number => plan.tables.find((table) => table.key === key)?.slots ?? 0;
  const events = slotsOf('events');
  const dispatches = slotsOf('dispatches');
  const copies = slotsOf('copies');
  const counters = slotsOf('counters');
  const regions = slotsOf('regions');
  return {
    events: {
      stackId: ids(events),
      category: indices(events),
      ids: doubles(plan.links.kind === 'sorted' ? events : 0),
    },
    dispatches: {
      startNs: doubles(dispatches),
      endNs: doubles(dispatches),
      kernel: indices(dispatches),
      agent: indices(dispatches),
      stream: indices(dispatches),
      queue: indices(dispatches),
      shape: indices(dispatches),
      link: ids(dispatches),
      eventLink: ids(plan.hasCounters ? dispatches : 0),
    },
    copies: {
      startNs: doubles(copies),
      endNs: doubles(copies),
      sizeBytes: doubles(copies),
      sourceAgent: indices(copies),
      destinationAgent: indices(copies),
      name: indices(copies),
      stream: indices(copies),
      link: ids(copies),
    },
    samples: { link: ids(slotsOf('samples')) },
    counters: { link: ids(counters), counter: indices(counters), value: doubles(counters) },
    regions: {
      startNs: doubles(regions),
      endNs: doubles(regions),
      name: indices(regions),
      thread: indices(regions),
      link: ids(regions),
    },
  };
}
