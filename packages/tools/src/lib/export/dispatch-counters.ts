import type { ProcessWriting } from './process-writing.js';
import type { TimelineGroup } from './timeline-sink.js';

/** Counter values of the dispatches of a process, asked for in order of the dispatches, as their rows are. */
export class DispatchCounters {
  private place = 0;

  constructor(private readonly writing: Pick<ProcessWriting, 'columns' | 'sink' | 'book' | 'counts'>) {}

  /**
   * What is shown with a dispatch: the sum of each counter, and its instances where there are several. The sum also goes
   * to the counter's track of the device, from the start of the dispatch to its end.
   */
  valuesOf(row: number, group: TimelineGroup, startNs: number, endNs: number): [string, string | number][] {
    const { columns, sink, book, counts } = this.writing;
    const { count, dispatch, name, names } = columns.counters;
    const values: [string, string | number][] = [];
    while (this.place < count && (dispatch[this.place] ?? 0) < row) this.place++;
    while (this.place < count && dispatch[this.place] === row) {
      const shown = names[name[this.place] ?? 0] ?? '';
      const instances = this.takeInstances(row);
      counts.counter_values += instances.length;
      const sum = instances.reduce((total, value) => total + value, 0);
      values.push([shown, sum]);
      if (instances.length > 1) values.push([`${shown} instances`, instances.join(' ')]);
      const track = book.counter(group, shown, null);
      sink.value(track, startNs, sum);
      sink.value(track, endNs, 0);
    }
    return values;
  }

  /** The neighbouring rows of one dispatch and counter, at least one. */
  private takeInstances(row: number): number[] {
    const { count, dispatch, name, value } = this.writing.columns.counters;
    const counter = name[this.place];
    const instances: number[] = [];
    for (; this.place < count && dispatch[this.place] === row && name[this.place] === counter; this.place++)
      instances.push(value[this.place] ?? 0);
    return instances;
  }
}
