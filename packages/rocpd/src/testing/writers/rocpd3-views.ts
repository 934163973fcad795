/** Text of a string id, looked up in a sub-select as the original views do it. */
function stringOf(idColumn: string, guidColumn: string): string {
  return `(SELECT string FROM rocpd_string RS WHERE RS.id = ${idColumn} AND RS.guid = ${guidColumn})`;
}

/** An inner or left join on id and guid; ids are unique only together with their guid. */
function join(kind: 'INNER' | 'LEFT', table: string, alias: string, idColumn: string, guidColumn: string): string {
  return `${kind} JOIN rocpd_${table} ${alias} ON ${alias}.id = ${idColumn} AND ${alias}.guid = ${guidColumn}`;
}

const EVENT_LINKS = 'E.stack_id, E.parent_stack_id, E.correlation_id AS corr_id';

const REGIONS = `SELECT R.id, R.guid, ${stringOf('E.category_id', 'E.guid')} AS category, S.string AS name,
  R.nid, P.pid, T.tid, R.start, R.end, (R.end - R.start) AS duration, R.event_id,
  ${EVENT_LINKS}, E.extdata, E.call_stack, E.line_info
FROM rocpd_region R
${join('INNER', 'event', 'E', 'R.event_id', 'R.guid')}
${join('INNER', 'string', 'S', 'R.name_id', 'R.guid')}
${join('INNER', 'info_process', 'P', 'R.pid', 'R.guid')}
${join('INNER', 'info_thread', 'T', 'R.tid', 'R.guid')}`;

const SAMPLES = `SELECT R.id, R.guid, ${stringOf('E.category_id', 'E.guid')} AS category,
  ${stringOf('T.name_id', 'T.guid')} AS name, T.nid, P.pid, TH.tid, R.timestamp, R.event_id,
  ${EVENT_LINKS}, E.extdata, E.call_stack, E.line_info
FROM rocpd_sample R
${join('INNER', 'track', 'T', 'R.track_id', 'R.guid')}
${join('INNER', 'event', 'E', 'R.event_id', 'R.guid')}
${join('INNER', 'info_process', 'P', 'T.pid', 'T.guid')}
${join('INNER', 'info_thread', 'TH', 'T.tid', 'T.guid')}`;

const KERNELS = `SELECT K.id, K.guid, T.tid, ${stringOf('E.category_id', 'E.guid')} AS category,
  R.string AS region, S.display_name AS name, K.nid, P.pid,
  A.absolute_index AS agent_abs_index, A.logical_index AS agent_log_index, A.type_index AS agent_type_index,
  A.type AS agent_type, S.code_object_id, K.kernel_id, K.dispatch_id, K.stream_id, K.queue_id,
  Q.name AS queue, ST.name AS stream, K.start, K.end, (K.end - K.start) AS duration,
  K.grid_size_x AS grid_x, K.grid_size_y AS grid_y, K.grid_size_z AS grid_z,
  K.workgroup_size_x AS workgroup_x, K.workgroup_size_y AS workgroup_y, K.workgroup_size_z AS workgroup_z,
  K.group_segment_size AS lds_size, K.private_segment_size AS scratch_size,
  S.arch_vgpr_count AS vgpr_count, S.accum_vgpr_count, S.sgpr_count,
  S.group_segment_size AS static_lds_size, S.private_segment_size AS static_scratch_size, ${EVENT_LINKS}
FROM rocpd_kernel_dispatch K
${join('INNER', 'info_agent', 'A', 'K.agent_id', 'K.guid')}
${join('INNER', 'event', 'E', 'K.event_id', 'K.guid')}
${join('INNER', 'string', 'R', 'K.region_name_id', 'K.guid')}
${join('INNER', 'info_kernel_symbol', 'S', 'K.kernel_id', 'K.guid')}
${join('LEFT', 'info_stream', 'ST', 'K.stream_id', 'K.guid')}
${join('LEFT', 'info_queue', 'Q', 'K.queue_id', 'K.guid')}
${join('INNER', 'info_process', 'P', 'Q.pid', 'Q.guid')}
${join('INNER', 'info_thread', 'T', 'K.tid', 'K.guid')}`;

const COPIES = `SELECT M.id, M.guid, ${stringOf('E.category_id', 'E.guid')} AS category, M.nid, P.pid, T.tid,
  M.start, M.end, (M.end - M.start) AS duration, S.string AS name, R.string AS region_name,
  M.stream_id, M.queue_id, ST.name AS stream_name, Q.name AS queue_name, M.size,
  D.name AS dst_device, D.absolute_index AS dst_agent_abs_index, D.logical_index AS dst_agent_log_index,
  D.type_index AS dst_agent_type_index, D.type AS dst_agent_type, M.dst_address,
  O.name AS src_device, O.absolute_index AS src_agent_abs_index, O.logical_index AS src_agent_log_index,
  O.type_index AS src_agent_type_index, O.type AS src_agent_type, M.src_address, ${EVENT_LINKS}
FROM rocpd_memory_copy M
${join('INNER', 'string', 'S', 'M.name_id', 'M.guid')}
${join('LEFT', 'string', 'R', 'M.region_name_id', 'M.guid')}
${join('INNER', 'info_agent', 'D', 'M.dst_agent_id', 'M.guid')}
${join('INNER', 'info_agent', 'O', 'M.src_agent_id', 'M.guid')}
${join('LEFT', 'info_queue', 'Q', 'M.queue_id', 'M.guid')}
${join('LEFT', 'info_stream', 'ST', 'M.stream_id', 'M.guid')}
${join('INNER', 'event', 'E', 'M.event_id', 'M.guid')}
${join('INNER', 'info_process', 'P', 'M.pid', 'M.guid')}
${join('INNER', 'info_thread', 'T', 'M.tid', 'M.guid')}`;

const COUNTERS = `SELECT MIN(V.id) AS id, V.guid, K.dispatch_id, K.kernel_id, E.id AS event_id, K.agent_id,
  S.display_name AS kernel_name, I.name AS counter_name, I.id AS counter_id, SUM(V.value) AS value,
  K.start, K.end, (K.end - K.start) AS duration
FROM rocpd_pmc_event V
${join('INNER', 'info_pmc', 'I', 'V.pmc_id', 'V.guid')}
${join('INNER', 'event', 'E', 'V.event_id', 'V.guid')}
INNER JOIN rocpd_kernel_dispatch K ON K.event_id = V.event_id AND K.guid = V.guid
${join('INNER', 'info_kernel_symbol', 'S', 'K.kernel_id', 'K.guid')}
GROUP BY V.guid, K.dispatch_id, I.name, K.agent_id`;

const TOP_KERNELS = `SELECT S.display_name AS name, COUNT(K.kernel_id) AS total_calls,
  SUM(K.end - K.start) / 1000.0 AS total_duration,
  (SUM(K.end - K.start) / COUNT(K.kernel_id)) / 1000.0 AS average,
  SUM(K.end - K.start) * 100.0 / (SELECT SUM(A.end - A.start) FROM rocpd_kernel_dispatch A) AS percentage
FROM rocpd_kernel_dispatch K
${join('INNER', 'info_kernel_symbol', 'S', 'K.kernel_id', 'K.guid')}
GROUP BY name ORDER BY total_duration DESC`;

/**
 * The data views of schema "3" that people query most, with the columns and joins of the original ones, so that a
 * query over them does the same work. `counters_collection` has the columns that identify a value, not all of them.
 */
export const ROCPD3_VIEWS: Readonly<Record<string, string>> = {
  regions: REGIONS,
  samples: SAMPLES,
  kernels: KERNELS,
  memory_copies: COPIES,
  counters_collection: COUNTERS,
  top_kernels: TOP_KERNELS,
};
