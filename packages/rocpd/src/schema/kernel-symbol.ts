import { integer, sqliteTable, text } from './model.js';

/** `rocpd_info_code_object<suffix>`: one loaded code object; `storage_type` is FILE or MEMORY. */
export const codeObjectTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    agentId: integer('agent_id'),
    uri: text('uri'),
    loadBase: integer('load_base'),
    loadSize: integer('load_size'),
    loadDelta: integer('load_delta'),
    storageType: text('storage_type'),
    extdata: text('extdata'),
  });

/** `rocpd_info_kernel_symbol<suffix>`: one kernel function. Segment sizes in bytes, static part only; registers per lane. */
export const kernelSymbolTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    codeObjectId: integer('code_object_id'),
    kernelName: text('kernel_name'),
    displayName: text('display_name'),
    kernelObject: integer('kernel_object'),
    kernargSegmentSize: integer('kernarg_segment_size'),
    kernargSegmentAlignment: integer('kernarg_segment_alignment'),
    groupSegmentSize: integer('group_segment_size'),
    privateSegmentSize: integer('private_segment_size'),
    sgprCount: integer('sgpr_count'),
    archVgprCount: integer('arch_vgpr_count'),
    accumVgprCount: integer('accum_vgpr_count'),
    extdata: text('extdata'),
  });
