import { integer, real, sqliteTable, text } from './model.js';

/** `rocpd_info_pmc<suffix>`: a counter or sampled metric of one agent. `spm_support` since 3.0.3, `qualifier` since 4.1. */
export const counterInfoTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    nid: integer('nid'),
    pid: integer('pid'),
    agentId: integer('agent_id'),
    targetArch: text('target_arch'),
    eventCode: integer('event_code'),
    instanceId: integer('instance_id'),
    name: text('name'),
    symbol: text('symbol'),
    description: text('description'),
    longDescription: text('long_description'),
    component: text('component'),
    units: text('units'),
    valueType: text('value_type'),
    block: text('block'),
    expression: text('expression'),
    isConstant: integer('is_constant'),
    isDerived: integer('is_derived'),
    spmSupport: integer('spm_support'),
    qualifier: text('qualifier'),
    extdata: text('extdata'),
  });

/**
 * `rocpd_pmc_event<suffix>`: one value of a counter. `sample_id` and the hardware places belong to streaming counters
 * (3.0.3; `shader_array` and `wgp` 3.0.5): rows with a `sample_id` are no per-dispatch values.
 */
export const counterValueTable = (name: string) =>
  sqliteTable(name, {
    id: integer('id'),
    guid: text('guid'),
    eventId: integer('event_id'),
    pmcId: integer('pmc_id'),
    value: real('value'),
    sampleId: integer('sample_id'),
    xcc: integer('xcc'),
    shaderEngine: integer('shader_engine'),
    instance: integer('instance'),
    shaderArray: integer('shader_array'),
    wgp: integer('wgp'),
    extdata: text('extdata'),
  });
