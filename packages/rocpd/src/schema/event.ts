import { integer, sqliteTable, text } from './model.js';

/** `rocpd_event<suffix>`: category and correlation of a record. `stack_id` links a call with what it caused. */
export const eventTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    categoryId: integer('category_id'),
    stackId: integer('stack_id'),
    parentStackId: integer('parent_stack_id'),
    correlationId: integer('correlation_id'),
    parentId: integer('parent_id'),
    callStack: text('call_stack'),
    lineInfo: text('line_info'),
    extdata: text('extdata'),
  });

/** `rocpd_arg<suffix>`: one argument of a call. */
export const argumentTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    eventId: integer('event_id'),
    position: integer('position'),
    type: text('type'),
    name: text('name'),
    value: text('value'),
    extdata: text('extdata'),
  });

/** `rocpd_region<suffix>`: a span on a host thread. Layout 4.1 has `track_id` in place of nid, pid and tid. */
export const regionTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    tid: integer('tid'),
    trackId: integer('track_id'),
    start: integer('start'),
    end: integer('end'),
    nameId: integer('name_id'),
    eventId: integer('event_id'),
    extdata: text('extdata'),
  });

/** `rocpd_sample<suffix>`: a point in time (marks, metric samples, calls of zero length). `name_id` since 4.1. */
export const sampleTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    trackId: integer('track_id'),
    timestamp: integer('timestamp'),
    nameId: integer('name_id'),
    eventId: integer('event_id'),
    extdata: text('extdata'),
  });
