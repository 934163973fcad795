import { asObject } from './fields.js';
import type { JsonObject } from './fields.js';

/**
 * The records of GPUs in a JSON document of amd-smi: an array, an object with `gpu_data`, one record by itself, or
 * snapshots with their records under `gpu` or `gpus`. Null for another document. Elements that are no objects are null.
 *
 * Containers: amd-smi prints arrays up to 6.x and `gpu_data` from 7.0 (ROCm/amdsmi, amdsmi_cli/amdsmi_logger.py).
 */
export function amdSmiRecords(document: unknown): (JsonObject | null)[] | null {
  if (Array.isArray(document)) return document.flatMap((element) => recordsOf(element) ?? [asObject(element)]);
  return recordsOf(document);
}

function recordsOf(value: unknown): (JsonObject | null)[] | null {
  const object = asObject(value);
  if (object === null) return null;
  for (const name of ['gpu_data', 'gpu', 'gpus'] as const) {
    const held = Object.hasOwn(object, name) ? object[name] : undefined;
    if (Array.isArray(held)) return held.map((record) => withTimestamp(asObject(record), object));
    const single = asObject(held);
    if (single !== null) return [withTimestamp(single, object)];
  }
  return ['gpu', 'gpu_id', 'id'].some((name) => Object.hasOwn(object, name)) ? [object] : null;
}

/** Records of a snapshot share its time. */
function withTimestamp(record: JsonObject | null, snapshot: JsonObject): JsonObject | null {
  if (record === null || !Object.hasOwn(snapshot, 'timestamp')) return record;
  return { timestamp: snapshot['timestamp'], ...record };
}
