import type { Insert } from './batch-insert.js';
import type { CounterInfo, ProcessDictionaries } from './process-dictionaries.js';
import type { ArgumentRecord, CounterValue } from './trace-writer.js';

const EVENT_COLUMNS = ['id', 'category_id', 'stack_id', 'parent_stack_id', 'correlation_id', 'extdata'];

/** Writes what all records of a process share: their events, and the arguments and values that hang on these. */
export class EventTables {
  private readonly insertEvent: Insert;
  private readonly insertArgument: Insert;
  private readonly insertValue: Insert;
  private eventCount = 0;
  private argumentCount = 0;
  private valueCount = 0;

  /** `categoryId` finds the id of a category's text, which lies in a table that depends on the layout. */
  constructor(
    private readonly names: ProcessDictionaries,
    private readonly categoryId: (category: string) => number,
  ) {
    this.insertEvent = names.batchInserter('event', EVENT_COLUMNS);
    this.insertArgument = names.batchInserter('arg', ['id', 'event_id', 'position', 'type', 'name', 'value']);
    this.insertValue = names.batchInserter('pmc_event', ['id', 'event_id', 'pmc_id', 'value']);
  }

  /** Adds an event and returns its id. The extdata is the text given, else one that holds the message. */
  add(
    category: string,
    stackId: number,
    parentStackId: number,
    message: string | null = null,
    extdata: string | null = null,
  ): number {
    this.eventCount += 1;
    const text = extdata ?? (message === null ? '{}' : JSON.stringify({ message }));
    this.insertEvent(this.eventCount, this.categoryId(category), stackId, parentStackId, 0, text);
    return this.eventCount;
  }

  addArguments(event: number, args: readonly ArgumentRecord[]): void {
    for (const [position, { type, name, value }] of args.entries()) {
      this.argumentCount += 1;
      this.insertArgument(this.argumentCount, event, position, type, name, value);
    }
  }

  addCounters(event: number, agentId: number, counters: readonly CounterValue[]): void {
    for (const { name, value } of counters) this.addValue(event, { name, agentId, units: '' }, value);
  }

  addValue(event: number, counter: CounterInfo, value: number): void {
    this.valueCount += 1;
    this.insertValue(this.valueCount, event, this.names.counterId(counter), value);
  }
}
