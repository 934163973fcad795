import { amdSmiRecords } from '../gpu-tools/amd-smi-records.js';
import { asObject, fieldAt, firstOf, wholeNumber } from '../gpu-tools/fields.js';
import type { JsonObject } from '../gpu-tools/fields.js';
import { quantityIn } from '../gpu-tools/quantity.js';
import type { Dimension } from '../gpu-tools/quantity.js';
import { scanJsonDocuments } from '../text/scan-json-documents.js';
import { bdfOf, gfxIdOf, shortText, uuidOf } from './identity-texts.js';
import { UNKNOWN_IDENTITY, toldFacts } from './gpu-record.js';
import type { GpuRecord } from './gpu-record.js';

/** GPUs in outputs of `amd-smi list`, `static` and `metric` with --json: one record per GPU and output. */
export function parseAmdSmi(outputs: readonly string[]): GpuRecord[] {
  return outputs.flatMap((output) =>
    scanJsonDocuments(output)
      .documents.flatMap((document) => amdSmiRecords(document) ?? [])
      .flatMap((record) => (record === null ? [] : [recordOf(record)])),
  );
}

function recordOf(record: JsonObject): GpuRecord {
  const at = (...path: readonly string[]): unknown => fieldAt(record, ...path);
  const read = (dimension: Dimension, ...paths: readonly (readonly string[])[]): number | null =>
    firstOf(...paths.map((path) => () => quantityIn(dimension, at(...path))));
  const memory = (...path: readonly string[]): number | null => roundOrNull(quantityIn('byte', at(...path), 'MB'));
  return {
    source: 'amd-smi',
    identity: {
      ...UNKNOWN_IDENTITY,
      gfxId: gfxIdOf(at('asic', 'target_graphics_version')),
      nodeId: wholeNumber(at('node_id')),
      kfdId: wholeNumber(at('kfd_id')),
      gpuIndex: wholeNumber(at('gpu')),
      bdf: bdfOf(at('bdf')) ?? bdfOf(at('gpu_bdf')) ?? bdfOf(at('bus', 'bdf')),
      partitionId: wholeNumber(at('partition_id')) ?? wholeNumber(at('partition', 'partition_id')),
      uuid: uuidOf(at('uuid')) ?? uuidOf(at('gpu_uuid')),
    },
    facts: toldFacts({
      name: shortText(at('asic', 'market_name')),
      board_product_name: shortText(at('board', 'product_name')),
      cu_count: wholeNumber(at('asic', 'num_compute_units')),
      device_id: shortText(at('asic', 'device_id')),
      pcie_width: wholeNumber(at('bus', 'max_pcie_width')),
      pcie_speed_gts: read('gtps', ['bus', 'max_pcie_speed']),
      numa_node: wholeNumber(at('numa', 'node')),
      vram_type: shortText(at('vram', 'type')),
      vram_bit_width: read('bit', ['vram', 'bit_width']),
      vram_total_bytes: memory('vram', 'size') ?? memory('mem_usage', 'total_vram'),
      vram_used_bytes: memory('mem_usage', 'used_vram'),
      memory_bandwidth_tbs: bandwidthTbs(at('vram', 'max_bandwidth')),
      tdp_w: read(
        'watt',
        ['limit', 'ppt0', 'socket_power_limit'],
        ['limit', 'socket_power'],
        ['limit', 'max_power'],
        ['power', 'power_limit'],
      ),
      slowdown_junction_c: read('celsius', ['limit', 'slowdown_hotspot_temperature']),
      max_sclk_mhz: highestLevel(at('clock', 'sys')) ?? read('mhz', ['clock', 'gfx_0', 'max_clk']),
      max_mclk_mhz: highestLevel(at('clock', 'mem')) ?? read('mhz', ['clock', 'mem_0', 'max_clk']),
      current_sclk_mhz: read('mhz', ['clock', 'gfx_0', 'clk'], ['clock', 'gfx', 'clk']),
      current_mclk_mhz: read('mhz', ['clock', 'mem_0', 'clk'], ['clock', 'MEM', 'clk'], ['clock', 'mem', 'clk']),
      compute_partition: firstOf(
        () => shortText(at('partition', 'accelerator_partition')),
        () => shortText(at('partition', 'compute_partition')),
      ),
      memory_partition: shortText(at('partition', 'memory_partition')),
    }),
  };
}

/** TB/s. A number without unit counts as TB/s below 100, else as GB/s. */
function bandwidthTbs(raw: unknown): number | null {
  const plain = typeof raw === 'number' ? raw : null;
  const gbps = plain !== null && plain < 100 ? plain * 1000 : quantityIn('gbps', raw);
  return gbps === null || gbps <= 0 ? null : gbps / 1000;
}

/** The highest of the frequency levels, which are not sorted, and of which some have units and some are texts. */
function highestLevel(clock: unknown): number | null {
  const levels = Object.values(asObject(fieldAt(clock, 'frequency_levels')) ?? {});
  return levels.reduce<number | null>((most, level) => {
    const mhz = quantityIn('mhz', level);
    return mhz === null || mhz <= (most ?? 0) ? most : mhz;
  }, null);
}

function roundOrNull(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
