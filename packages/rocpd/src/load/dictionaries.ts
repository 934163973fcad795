import { BadValues } from './bad-values.js';
import { IdIndex } from './id-index.js';
import { ShapeIndex } from './shape-index.js';
import { MAX_DISTANCE } from './sinks/store-span.js';

/** What one reading thread met: the values behind the indices that it wrote, and the rows that it left out. */
export interface Findings {
  /** Ids by index, NaN for rows that name none. */
  readonly ids: Readonly<Record<IdColumn, readonly number[]>>;
  /** Eight numbers per shape. */
  readonly shapes: Float64Array;
  readonly dropped: Readonly<Record<SpanTable, DropCounts>>;
  readonly sampleCount: number;
  readonly badValues: ReadonlyMap<string, number>;
  /** Places of events whose correlation id is beyond 2^53, with the id. */
  readonly largeStackIds: readonly (readonly [number, bigint])[];
  /** Places of regions that were left out for their end. */
  readonly openRegions: readonly number[];
}

export type SpanTable = 'dispatches' | 'copies' | 'regions';

export interface DropCounts {
  nullTimes: number;
  negativeDurations: number;
}

const FIELDS = {
  category: 'event.category_id',
  kernel: 'kernel_dispatch.kernel_id',
  dispatchAgent: 'kernel_dispatch.agent_id',
  dispatchStream: 'kernel_dispatch.stream_id',
  queue: 'kernel_dispatch.queue_id',
  sourceAgent: 'memory_copy.src_agent_id',
  destinationAgent: 'memory_copy.dst_agent_id',
  copyName: 'memory_copy.name_id',
  copyStream: 'memory_copy.stream_id',
  regionName: 'region.name_id',
  thread: 'region.tid',
  counter: 'pmc_event.pmc_id',
} as const;

export type IdColumn = keyof typeof FIELDS;

/** The growing dictionaries and counts of one reading thread. */
export class Dictionaries {
  readonly bad = new BadValues();
  readonly index: Readonly<Record<IdColumn, IdIndex>>;
  readonly shapes: ShapeIndex;
  readonly dropped: Record<SpanTable, DropCounts> = {
    dispatches: { nullTimes: 0, negativeDurations: 0 },
    copies: { nullTimes: 0, negativeDurations: 0 },
    regions: { nullTimes: 0, negativeDurations: 0 },
  };
  /** Times farther from the origin than this count as none. */
  maxDistance = MAX_DISTANCE;
  sampleCount = 0;
  readonly largeStackIds: [number, bigint][] = [];
  readonly openRegions: number[] = [];

  constructor(isWide: boolean) {
    // One index stays free: categories are stored plus 1.
    const limit = isWide ? 0xffff_fffe : 0xfffe;
    const make = (column: IdColumn): IdIndex => new IdIndex(FIELDS[column], limit, this.bad);
    this.index = {
      category: make('category'),
      kernel: make('kernel'),
      dispatchAgent: make('dispatchAgent'),
      dispatchStream: make('dispatchStream'),
      queue: make('queue'),
      sourceAgent: make('sourceAgent'),
      destinationAgent: make('destinationAgent'),
      copyName: make('copyName'),
      copyStream: make('copyStream'),
      regionName: make('regionName'),
      thread: make('thread'),
      counter: make('counter'),
    };
    this.shapes = new ShapeIndex(limit);
  }

  /** What this thread met, as plain data. */
  findings(): Findings {
    const { index } = this;
    return {
      ids: {
        category: index.category.ids,
        kernel: index.kernel.ids,
        dispatchAgent: index.dispatchAgent.ids,
        dispatchStream: index.dispatchStream.ids,
        queue: index.queue.ids,
        sourceAgent: index.sourceAgent.ids,
        destinationAgent: index.destinationAgent.ids,
        copyName: index.copyName.ids,
        copyStream: index.copyStream.ids,
        regionName: index.regionName.ids,
        thread: index.thread.ids,
        counter: index.counter.ids,
      },
      shapes: this.shapes.values.slice(0, this.shapes.count * 8),
      dropped: this.dropped,
      sampleCount: this.sampleCount,
      badValues: this.bad.counts,
      largeStackIds: this.largeStackIds,
      openRegions: this.openRegions,
    };
  }
}
