import type { ProcessWriting } from './process-writing.js';

/** Marks by thread, and readings as tracks of values of the GPU they belong to, else of the host. */
export function writePoints({ columns, shiftNs, host, gpu, sink, book, counts }: ProcessWriting): void {
  const { agents } = columns.process;
  const { threads } = columns.regions;
  columns.points.forEach(({ timeNs, category, text, thread, readings }) => {
    const time = timeNs + shiftNs;
    counts.points++;
    for (const { name, agentId, units, value } of readings) {
      const agent = agents.findIndex(({ id }) => id === agentId);
      const group = agents[agent]?.type === 'GPU' ? gpu(agent) : host;
      if (Number.isFinite(value)) sink.value(book.counter(group, name, units), time, value);
      counts.counter_values++;
    }
    if (readings.length > 0 && text === null) return;
    const index = thread === null ? -1 : threads.indexOf(thread);
    const key = index >= 0 ? `thread/${index}` : `marks/${thread ?? ''}`;
    const kind = category === '' ? 'point' : category;
    const lane = book.row(host, key, () => ({
      name: thread === null ? 'marks' : `thread ${thread}`,
      tid: thread !== null && thread >= 0 ? thread : null,
      nests: true,
    }));
    sink.instant(book.first(lane), time, text ?? kind, kind);
  });
}
