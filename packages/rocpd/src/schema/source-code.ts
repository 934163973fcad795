import { integer, sqliteTable, text } from './model.js';

/** `rocpd_info_address_range<suffix>` (4.1): where code was loaded. */
export const addressRangeTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    addressBase: integer('address_base'),
    addressLow: integer('address_low'),
    addressHigh: integer('address_high'),
    extdata: text('extdata'),
  });

/** `rocpd_info_source_code<suffix>` (4.1): a source line and its instructions. */
export const sourceCodeTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    addressId: integer('address_id'),
    file: text('file'),
    lineNumber: integer('line_number'),
    lines: text('lines'),
    instructions: text('instructions'),
    extdata: text('extdata'),
  });

/** `rocpd_info_pc<suffix>` (4.1): a program counter and its function. */
export const programCounterTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    function: text('function'),
    addressId: integer('address_id'),
    file: text('file'),
    line: integer('line'),
    extdata: text('extdata'),
  });

/** `rocpd_line_info<suffix>` (4.1): the source line of an event. */
export const lineInfoTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    eventId: integer('event_id'),
    sourceCodeId: integer('source_code_id'),
    pcId: integer('pc_id'),
    extdata: text('extdata'),
  });

/** `rocpd_call_stack<suffix>` (4.1): one frame of the stack of an event. */
export const callStackTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    eventId: integer('event_id'),
    pcId: integer('pc_id'),
    depth: integer('depth'),
    extdata: text('extdata'),
  });
