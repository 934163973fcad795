import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import * as knowledge from '../src/index.js';

const root = path.resolve(import.meta.dirname, '..');
const files = fs.readdirSync(path.join(root, 'data')).sort();
const readData = (file: string): unknown => JSON.parse(fs.readFileSync(path.join(root, 'data', file), 'utf8'));
const moduleOf = (file: string) => file.replace(/\.json$/, '').replaceAll('_', '-');

/** The schema of a data file: the one export of its module whose name is the file's. */
async function schemaOf(file: string): Promise<v.GenericSchema> {
  const name = `${moduleOf(file).replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())}Schema`;
  const exports = (await import(`../src/${moduleOf(file)}.js`)) as Record<string, v.GenericSchema>;
  return exports[name]!;
}

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every((child) => isDeeplyFrozen(child));
}

/** A copy of the data with the value at a path (`a.0.b`) set. */
function changed(data: unknown, dotPath: string, value: unknown): unknown {
  const copy = structuredClone(data);
  const keys = dotPath.split('.');
  const last = keys.pop()!;
  Reflect.set(keys.reduce((node, key) => Reflect.get(node as object, key), copy) as object, last, value);
  return copy;
}

const getters = Object.entries(knowledge).flatMap(([name, value]) =>
  name.endsWith('Catalogue') ? [[name, value as () => unknown] as const] : [],
);

describe('catalogues', () => {
  it('exist for each data file', () => {
    expect(files).toHaveLength(30);
    expect(getters).toHaveLength(files.length);
  });

  it.each(getters)('%s parses, is deeply frozen and always the same object', (_name, get) => {
    const catalogue = get();
    expect(get()).toBe(catalogue);
    expect(isDeeplyFrozen(catalogue)).toBe(true);
  });

  it.each(files)('%s loses nothing on the way through its schema', async (file) => {
    expect(v.parse(await schemaOf(file), readData(file))).toEqual(readData(file));
  });

  it.each(files)('%s: an unknown key at the top is refused', async (file) => {
    const schema = await schemaOf(file);
    expect(v.is(schema, changed(readData(file), 'tpyo', 1))).toBe(false);
  });

  it('cannot be changed', () => {
    const flag = knowledge.compilerFlags()[0]!;
    expect(() => Reflect.apply(Array.prototype.push, knowledge.compilerFlags(), [flag])).toThrow(TypeError);
    expect(Reflect.set(flag, 'risk', 'high')).toBe(false);
    expect(knowledge.compilerFlags()[0]!.risk).toBe('low');
  });
});

describe('schemas catch typing errors', () => {
  it.each([
    ['gpu_specs.json', 'archs.gfx942.simds_per_cu', 5],
    ['gpu_specs.json', 'archs.gfx942.skus.MI300X.cu_count', -304],
    ['gpu_specs.json', 'archs.gfx942.skus.MI300X.clock_mhz', '2100'],
    ['gpu_specs.json', 'archs.gfx942.skus.MI300X.peak_tflops.fp23_vector', 1],
    ['gpu_specs.json', 'archs.gfx942.skus.MI300X.cu_cuont', 304],
    ['gpu_specs.json', 'ops_per_cu_per_clk.gfx942.matrix_dense.fp16', 2048.5],
    ['occupancy_tables.json', 'archs.gfx942.table.0', [64, 8, 1]],
    ['occupancy_tables.json', 'archs.gfx9_42', {}],
    ['counter_catalog.json', 'counters.0.block', 'GRMB'],
    ['counter_catalog.json', 'counters.0.archs', []],
    ['counter_names.json', 'blocks.SQ.gfx950.0', 'sq_lower'],
    ['derived_metrics.json', 'metrics.0.unit', 'KB'],
    ['pmc_limits.json', 'per_block_limits.SQ', 0],
    ['tracelens_metrics.json', 'thresholds.idle_high', 20],
    ['interconnect_specs.json', 'gpu.gfx942.link_per_dir', 0],
    ['metric_thresholds.json', 'l2_hit_rate.high', 90],
    ['bottleneck_types.json', 'types.0.signatures.0.op', '=>'],
    ['change_impact_models.json', 'models.0.speedup_bounds', { lo: 2, hi: 1 }],
    ['proven_optimizations.json', 'entries.0.measured_speedup_range', [0.5, 2]],
    ['proven_optimizations.json', 'entries.0.catalogs', ['cpu']],
    ['optimization_techniques.json', 'techniques.0.category', 'io'],
    ['rocprofv3_options.json', 'options.0.group', 'misc'],
    ['rocprofv3_options.json', 'options.0.since_rocm', '7'],
    ['profiling_workflow.json', 'state_machine.0.next_tier', 4],
    ['compiler_flags.json', 'flags.0.risk', 'none'],
    ['pragmas.json', 'pragmas.3.allowlist', true],
    ['matrix_instructions.json', 'archs.cdna1.insts.0', ['v_mfma_f32_32x32x1f32', 32, 32, 1, 2, 64, 4096, 256, 'fp32']],
    ['memory_hierarchy.json', 'chain_rules.0.when', '0.4 <= l2_hit_rate < 0.7'],
    ['amdahl_thresholds.json', 'low_threshold', 5],
    ['att_format.json', 'stall_ratio_thresholds.high', 60],
    ['topdown.json', 'red_flags.gpu_idle_high.metric', 'idle_pct'],
    ['pc_sampling.json', 'methods.stochastic.pow2', false],
    ['env_vars.json', 'vars.0.name', 'lower_case'],
  ])('%s %s', async (file, dotPath, value) => {
    const schema = await schemaOf(file);
    expect(v.is(schema, changed(readData(file), dotPath, value))).toBe(false);
  });
});
