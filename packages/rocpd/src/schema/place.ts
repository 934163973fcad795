import { integer, sqliteTable, text } from './model.js';

/** `rocpd_info_node<suffix>`: one machine. `name` since 4.1. */
export const nodeTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    hash: integer('hash'),
    machineId: text('machine_id'),
    systemName: text('system_name'),
    hostname: text('hostname'),
    release: text('release'),
    version: text('version'),
    hardwareName: text('hardware_name'),
    domainName: text('domain_name'),
    name: text('name'),
  });

/** `rocpd_info_process<suffix>`: one profiled process. Times in ns; `environment` and `extdata` are JSON texts. */
export const processTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    ppid: integer('ppid'),
    pid: integer('pid'),
    init: integer('init'),
    fini: integer('fini'),
    start: integer('start'),
    end: integer('end'),
    command: text('command'),
    environment: text('environment'),
    extdata: text('extdata'),
    name: text('name'),
  });

/** `rocpd_info_thread<suffix>`: one thread that produced a record; `tid` is the OS thread id. */
export const threadTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    ppid: integer('ppid'),
    pid: integer('pid'),
    tid: integer('tid'),
    name: text('name'),
    start: integer('start'),
    end: integer('end'),
    extdata: text('extdata'),
  });

/** `rocpd_info_agent<suffix>`: one CPU or GPU (NIC from 3.0.1), also those never used. */
export const agentTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    type: text('type'),
    absoluteIndex: integer('absolute_index'),
    logicalIndex: integer('logical_index'),
    typeIndex: integer('type_index'),
    uuid: integer('uuid'),
    name: text('name'),
    genericName: text('generic_name'),
    modelName: text('model_name'),
    vendorName: text('vendor_name'),
    productName: text('product_name'),
    userName: text('user_name'),
    extdata: text('extdata'),
  });

/** `rocpd_info_queue<suffix>`: one HSA queue. */
export const queueTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    name: text('name'),
    extdata: text('extdata'),
  });

/** `rocpd_info_stream<suffix>`: one HIP stream. */
export const streamTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    name: text('name'),
    extdata: text('extdata'),
  });

/** `rocpd_track<suffix>`: a line of samples (3.0), or the place of any record (4.1: agent, queue, stream, ppid). */
export const trackTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    ppid: integer('ppid'),
    pid: integer('pid'),
    tid: integer('tid'),
    agentId: integer('agent_id'),
    queueId: integer('queue_id'),
    streamId: integer('stream_id'),
    nameId: integer('name_id'),
    extdata: text('extdata'),
  });
