import type { GpuSample } from '../../schemas/gpu-sample.js';
import { asObject, fieldAt, firstOf, wholeNumber } from '../gpu-tools/fields.js';
import type { JsonObject } from '../gpu-tools/fields.js';
import { quantityIn } from '../gpu-tools/quantity.js';
import type { Dimension } from '../gpu-tools/quantity.js';
import { amountOrNull, bytesOrNull, percentOrNull, temperatureOrNull } from './plausible.js';
import { readThrottleState } from './throttle-state.js';

/** Fields of which a record has at least one, if it is about the state of a GPU. */
const STATE_FIELDS =
  /^(usage|power|temperature|mem_usage|power_usage|power_w|hotspot_temperature|memory_temperature|gfx|gfx_clk|gfx_clock|gfx_busy_pct|utilization|busy|temp|temp_edge_c|sclk|sclk_mhz)$/;
const GFX_CLOCK = /^gfx(_\d+)?$/i;
const MEMORY_CLOCK = /^mem(_0)?$/i;

/**
 * The state of one GPU by a record of `amd-smi metric` (6.0 and later) or `amd-smi monitor`, or by a flat record of a
 * script (`gpu_id, temp_edge_c, power_w, sclk_mhz, mclk_mhz, gfx_busy_pct`). Null for a record of something else.
 *
 * Keys by release: ROCm/amdsmi, amdsmi_cli/amdsmi_commands.py and CHANGELOG.md.
 */
export function readAmdSmiSample(record: JsonObject): GpuSample | null {
  if (!isState(record)) return null;
  const read = (dimension: Dimension, ...paths: readonly (readonly string[])[]): number | null =>
    firstOf(...paths.map((path) => () => quantityIn(dimension, fieldAt(record, ...path))));
  const edge = temperatureOrNull(read('celsius', ['temperature', 'edge'], ['temp_edge_c']));
  const junction = temperatureOrNull(read('celsius', ['temperature', 'hotspot'], ['hotspot_temperature']));
  const plain = temperatureOrNull(read('celsius', ['temp_c'], ['temp']));
  const clocks = clocksOf(record, GFX_CLOCK, ['clk', 'cur_clk']);
  const flatClock = amountOrNull(read('mhz', ['gfx_clk'], ['gfx_clock'], ['sclk_mhz'], ['sclk']));
  const throttle = readThrottleState(record);
  return {
    gpu_id: wholeNumber(record['gpu']) ?? wholeNumber(record['gpu_id']) ?? wholeNumber(record['id']) ?? 0,
    partition: wholeNumber(record['xcp']),
    timestamp_s: wholeNumber(record['timestamp']),
    temp_c: edge ?? junction ?? plain,
    temp_sensor: edge !== null ? 'edge' : junction !== null ? 'junction' : plain !== null ? 'unknown' : null,
    junction_temp_c: junction,
    mem_temp_c: temperatureOrNull(read('celsius', ['temperature', 'mem'], ['memory_temperature'])),
    power_w: amountOrNull(
      read(
        'watt',
        ['power', 'socket_power'],
        ['power', 'current_power'],
        ['power', 'socket'],
        ['power_usage'],
        ['power_w'],
        ['power'],
      ),
    ),
    power_limit_w: amountOrNull(read('watt', ['max_power'], ['power', 'power_limit'])),
    sclk_mhz: mean(clocks) ?? flatClock,
    sclk_min_mhz: lowest(clocks) ?? flatClock,
    sclk_max_mhz: highest(clocks) ?? flatClock,
    // A limit of 0 stands for an unknown one on consumer cards.
    sclk_limit_mhz: highest(clocksOf(record, GFX_CLOCK, ['max_clk']).filter((limit) => limit > 0)),
    mclk_mhz:
      mean(clocksOf(record, MEMORY_CLOCK, ['clk', 'cur_clk'])) ??
      amountOrNull(read('mhz', ['mem_clock'], ['mem_clk'], ['mclk_mhz'], ['mclk'])),
    gfx_busy_pct: percentOrNull(
      read('percent', ['usage', 'gfx_activity'], ['gfx'], ['gfx_busy_pct'], ['utilization'], ['busy']),
    ),
    mem_busy_pct: percentOrNull(read('percent', ['usage', 'umc_activity'], ['mem'])),
    busy_by_partition: busyByPartition(fieldAt(record, 'usage', 'gfx_busy_inst')),
    vram_used_bytes: memoryBytes(record, ['mem_usage', 'used_vram'], 'vram_used'),
    vram_total_bytes: memoryBytes(record, ['mem_usage', 'total_vram'], 'vram_total'),
    fan_pct: percentOrNull(read('percent', ['fan', 'usage'])),
    throttled: throttle.throttled,
    throttle_reasons: [...throttle.reasons],
  };
}

/** `amd-smi static` tells clocks too, but levels and no present values. */
function isState(record: JsonObject): boolean {
  if (Object.keys(record).some((name) => STATE_FIELDS.test(name))) return true;
  return Object.values(asObject(record['clock']) ?? {}).some(
    (clock) => fieldAt(clock, 'clk') !== undefined || fieldAt(clock, 'cur_clk') !== undefined,
  );
}

/** Clocks of all dies; keys in either case (6.1 writes MEM in capitals). */
function clocksOf(record: JsonObject, name: RegExp, fields: readonly string[]): number[] {
  return Object.entries(asObject(record['clock']) ?? {}).flatMap(([key, clock]) => {
    if (!name.test(key)) return [];
    const value = amountOrNull(firstOf(...fields.map((field) => () => quantityIn('mhz', fieldAt(clock, field)))));
    return value === null ? [] : [value];
  });
}

/** Mean over the dies of each partition, where the busy share is told by die. */
function busyByPartition(value: unknown): GpuSample['busy_by_partition'] {
  const means = Object.entries(asObject(value) ?? {}).flatMap(([partition, dies]): [string, number][] => {
    if (!/^xcp_\d{1,3}$/.test(partition) || !Array.isArray(dies)) return [];
    const busy = mean(dies.flatMap((die) => percentOrNull(quantityIn('percent', die)) ?? []));
    return busy === null ? [] : [[partition, busy]];
  });
  return means.length === 0 ? null : Object.fromEntries(means);
}

/**
 * `metric` tells MB. `monitor` tells MB up to 6.x and GB from 7.0, where the clock is called `gfx_clk`; MB again with -v,
 * which adds the free memory. A unit that is printed decides.
 */
function memoryBytes(record: JsonObject, path: readonly string[], column: string): number | null {
  const inGb = 'gfx_clk' in record && !('vram_free' in record) && !('vram_percent' in record);
  return bytesOrNull(
    firstOf(
      () => quantityIn('byte', fieldAt(record, ...path), 'MB'),
      () => quantityIn('byte', record[column], inGb ? 'GB' : 'MB'),
    ),
  );
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

// Not by spreading into Math.max: a record may hold any number of clocks.
function highest(values: readonly number[]): number | null {
  return values.reduce<number | null>((most, value) => (most === null || value > most ? value : most), null);
}

function lowest(values: readonly number[]): number | null {
  return values.reduce<number | null>((least, value) => (least === null || value < least ? value : least), null);
}
