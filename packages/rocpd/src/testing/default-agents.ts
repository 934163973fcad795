import type { AgentSpec } from './trace-spec.js';
import type { AgentHeader } from './writers/trace-writer.js';

/**
 * The agent record of an MI300X in SPX mode, as far as analyses use it.
 * Source: AMD CDNA 3 white paper and Instinct MI300X data sheet (304 CUs, 8 XCDs, 2100 MHz, 192 GB HBM3 on 8192 bits,
 * 64 KB of LDS); field names of the agent record of rocprofv3.
 */
const MI300X: Readonly<Record<string, unknown>> = {
  name: 'gfx942',
  product_name: 'AMD Instinct MI300X',
  vendor_name: 'AMD',
  cu_count: 304,
  simd_per_cu: 4,
  simd_count: 1216,
  wave_front_size: 64,
  max_waves_per_simd: 8,
  max_waves_per_cu: 32,
  num_xcc: 8,
  num_shader_banks: 32,
  lds_size_in_kb: 64,
  workgroup_max_size: 1024,
  max_engine_clk_fcompute: 2100,
  gfx_target_version: 90402,
  mem_banks: [{ heap_type: 1, size_in_bytes: 206158430208, width: 8192, mem_clk_max: 1300 }],
};
const CPU_NAME = 'AMD EPYC 9654 96-Core Processor';
/** PCI device id of the MI300X. */
const MI300X_DEVICE = 0x74a1;

/** Agents as the writer stores them: CPUs and GPUs in the order given, with a CPU put first if there is none. */
export function resolveAgents(specs: readonly AgentSpec[] = [{}]): AgentHeader[] {
  const all = specs.some((spec) => spec.type === 'CPU') ? specs : [{ type: 'CPU' } as const, ...specs];
  let cpuCount = 0;
  let gpuCount = 0;
  return all.map((spec, id) =>
    spec.type === 'CPU' ? cpuHeader(spec, id, cpuCount++) : gpuHeader(spec, id, gpuCount++),
  );
}

function cpuHeader(spec: AgentSpec, id: number, typeIndex: number): AgentHeader {
  const name = spec.name ?? CPU_NAME;
  const productName = spec.productName ?? name;
  const extdata = spec.extdata ?? JSON.stringify({ ...spec.hardware });
  return { id, type: 'CPU', typeIndex, name, productName, vendorName: 'CPU', deviceId: 0, extdata };
}

function gpuHeader(spec: AgentSpec, id: number, typeIndex: number): AgentHeader {
  const name = spec.name ?? 'gfx942';
  const productName = spec.productName ?? (name === 'gfx942' ? 'AMD Instinct MI300X' : name);
  const place = { node_id: id, logical_node_id: id, logical_node_type_id: typeIndex };
  const record = { ...MI300X, name, product_name: productName, ...place, ...spec.hardware };
  const extdata = spec.extdata ?? JSON.stringify(record);
  const deviceId = name === 'gfx942' ? MI300X_DEVICE : 0;
  return { id, type: 'GPU', typeIndex, name, productName, vendorName: 'AMD', deviceId, extdata };
}
