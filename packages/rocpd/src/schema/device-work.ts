import { integer, sqliteTable, text } from './model.js';

/**
 * `rocpd_kernel_dispatch<suffix>`: one kernel execution. Grid sizes are work-items. Graph ids since 3.0.2; layout 4.1
 * has `track_id` in place of nid, pid, tid, agent, queue and stream.
 */
export const kernelDispatchTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    tid: integer('tid'),
    agentId: integer('agent_id'),
    trackId: integer('track_id'),
    kernelId: integer('kernel_id'),
    dispatchId: integer('dispatch_id'),
    queueId: integer('queue_id'),
    streamId: integer('stream_id'),
    start: integer('start'),
    end: integer('end'),
    privateSegmentSize: integer('private_segment_size'),
    groupSegmentSize: integer('group_segment_size'),
    workgroupSizeX: integer('workgroup_size_x'),
    workgroupSizeY: integer('workgroup_size_y'),
    workgroupSizeZ: integer('workgroup_size_z'),
    gridSizeX: integer('grid_size_x'),
    gridSizeY: integer('grid_size_y'),
    gridSizeZ: integer('grid_size_z'),
    regionNameId: integer('region_name_id'),
    eventId: integer('event_id'),
    graphExecId: integer('graph_exec_id'),
    graphNodeId: integer('graph_node_id'),
    extdata: text('extdata'),
  });

/** `rocpd_memory_copy<suffix>`: one asynchronous copy; `name_id` is the text of the direction, `size` is bytes. */
export const memoryCopyTable = (name: string) =>
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
    dstAgentId: integer('dst_agent_id'),
    dstAddress: integer('dst_address'),
    srcAgentId: integer('src_agent_id'),
    srcAddress: integer('src_address'),
    size: integer('size'),
    queueId: integer('queue_id'),
    streamId: integer('stream_id'),
    regionNameId: integer('region_name_id'),
    eventId: integer('event_id'),
    graphExecId: integer('graph_exec_id'),
    graphNodeId: integer('graph_node_id'),
    extdata: text('extdata'),
  });

/** `rocpd_memory_allocate<suffix>`: one allocation, release or scratch operation. */
export const memoryAllocateTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    tid: integer('tid'),
    trackId: integer('track_id'),
    agentId: integer('agent_id'),
    type: text('type'),
    level: text('level'),
    start: integer('start'),
    end: integer('end'),
    address: integer('address'),
    size: integer('size'),
    queueId: integer('queue_id'),
    streamId: integer('stream_id'),
    nameId: integer('name_id'),
    regionNameId: integer('region_name_id'),
    eventId: integer('event_id'),
    extdata: text('extdata'),
  });
