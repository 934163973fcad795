import type { GpuSample } from '../../schemas/gpu-sample.js';
import { asObject, firstOf } from '../gpu-tools/fields.js';
import { rocmSmiCards } from '../gpu-tools/rocm-smi-cards.js';
import type { RocmSmiCard } from '../gpu-tools/rocm-smi-cards.js';
import { quantityIn } from '../gpu-tools/quantity.js';
import type { Dimension } from '../gpu-tools/quantity.js';
import { amountOrNull, bytesOrNull, percentOrNull, temperatureOrNull } from './plausible.js';

/**
 * The states of the GPUs in a JSON document of rocm-smi: every value is a text, units are in the keys. Null for another
 * document.
 *
 * Keys by release: ROCm/rocm_smi_lib, python_smi_tools/rocm_smi.py, 5.x to 6.x.
 */
export function readRocmSmiSamples(document: unknown): GpuSample[] | null {
  const cards = asObject(document) === null ? null : rocmSmiCards(document);
  return cards === null ? null : cards.map(readSample);
}

function readSample(card: RocmSmiCard): GpuSample {
  const read = (dimension: Dimension, ...keys: readonly RegExp[]): number | null =>
    firstOf(...keys.map((key) => () => quantityIn(dimension, card.valueOf(key))));
  const edge = temperatureOrNull(read('celsius', /temperature.*\bedge\b/));
  const junction = temperatureOrNull(read('celsius', /temperature.*\bjunction\b/));
  // A level of the clock (`1`, `S`) is no clock; only a text with a unit is.
  const clock = amountOrNull(
    firstOf(
      () => quantityIn('mhz', card.valueOf(/^sclk clock speed$/)),
      () => quantityIn('mhz', card.valueOf(/^sclk$/)),
      () => quantityIn('mhz', card.textWithUnit(/^sclk clock level$/)),
    ),
  );
  const powerCap = amountOrNull(read('watt', /^max graphics package power \(w\)$/));
  return {
    gpu_id: card.index,
    partition: null,
    timestamp_s: null,
    temp_c: edge ?? junction,
    temp_sensor: edge !== null ? 'edge' : junction !== null ? 'junction' : null,
    junction_temp_c: junction,
    mem_temp_c: temperatureOrNull(read('celsius', /temperature.*\bmem(ory)?\b/, /temperature.*\bhbm 0\b/)),
    power_w: amountOrNull(
      read('watt', /^current socket graphics package power \(w\)$/, /^average graphics package power \(w\)$/),
    ),
    power_limit_w: powerCap === 0 ? null : powerCap,
    sclk_mhz: clock,
    sclk_min_mhz: clock,
    sclk_max_mhz: clock,
    sclk_limit_mhz: null,
    mclk_mhz: amountOrNull(
      firstOf(
        () => quantityIn('mhz', card.valueOf(/^mclk clock speed$/)),
        () => quantityIn('mhz', card.valueOf(/^mclk$/)),
        () => quantityIn('mhz', card.textWithUnit(/^mclk clock level$/)),
      ),
    ),
    gfx_busy_pct: percentOrNull(read('percent', /^gpu use \(%\)$/, /^gpu use$/)),
    mem_busy_pct: percentOrNull(read('percent', /^gpu memory read\/write activity \(%\)$/, /^memory activity$/)),
    busy_by_partition: null,
    vram_used_bytes: bytesOrNull(read('byte', /^vram total used memory \(b\)$/)),
    vram_total_bytes: bytesOrNull(read('byte', /^vram total memory \(b\)$/)),
    fan_pct: percentOrNull(read('percent', /^fan speed \(%\)$/)),
    throttled: null,
    throttle_reasons: [],
  };
}
