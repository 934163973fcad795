import { integer, sqliteTable, text } from './model.js';

/** `rocpd_graph_launch<suffix>` (3.0.2): one row per hipGraphLaunch. */
export const graphLaunchTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    tid: integer('tid'),
    agentId: integer('agent_id'),
    queueId: integer('queue_id'),
    start: integer('start'),
    end: integer('end'),
    graphExecId: integer('graph_exec_id'),
    kernelDispatchCount: integer('kernel_dispatch_count'),
    eventId: integer('event_id'),
    extdata: text('extdata'),
  });

/** `rocpd_event_operation<suffix>` (3.0.1): event waits and signals; `type` is WAIT or SIGNAL. */
export const eventOperationTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    tid: integer('tid'),
    agentId: integer('agent_id'),
    eventObject: integer('event_obj'),
    typeId: integer('type_id'),
    issueId: integer('issue_id'),
    queueId: integer('queue_id'),
    streamId: integer('stream_id'),
    start: integer('start'),
    end: integer('end'),
    type: text('type'),
    eventId: integer('event_id'),
  });

/** `rocpd_hip_event<suffix>` (3.0.4): hipEventRecord and hipStreamWaitEvent. */
export const hipEventTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    tid: integer('tid'),
    agentId: integer('agent_id'),
    queueId: integer('queue_id'),
    streamId: integer('stream_id'),
    start: integer('start'),
    end: integer('end'),
    eventId: integer('event_id'),
  });

/** `rocpd_gpu_pc_sample<suffix>`: one program counter sample of a wave. */
export const programCounterSampleTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    agentId: integer('agent_id'),
    dispatchId: integer('dispatch_id'),
    timestamp: integer('timestamp'),
    exec: integer('exec'),
    codeObjectId: integer('code_object_id'),
    codeObjectOffset: integer('code_object_offset'),
    waveInGroup: integer('wave_in_group'),
    correlationId: integer('correlation_id'),
    eventId: integer('event_id'),
    extdata: text('extdata'),
  });

/** `rocpd_info_blob_schema<suffix>`: what kind of record a blob holds. */
export const blobSchemaTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    name: text('name'),
    sourceTable: text('source_table'),
    description: text('description'),
    byteOrder: text('byte_order'),
    alignment: integer('alignment'),
    structSize: integer('struct_size'),
    version: text('version'),
    extdata: text('extdata'),
  });

/** `rocpd_info_blob_field<suffix>`: one field of a blob record. */
export const blobFieldTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    schemaId: integer('schema_id'),
    name: text('name'),
    offset: integer('offset'),
    size: integer('size'),
    dataType: text('data_type'),
    isSigned: integer('is_signed'),
    description: text('description'),
    extdata: text('extdata'),
  });

/** `rocpd_blob_event<suffix>`: a record as bytes, described by `schema_id`. */
export const blobEventTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    eventId: integer('event_id'),
    schemaId: integer('schema_id'),
    blob: text('blob'),
  });
