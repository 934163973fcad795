import { scanJsonDocuments } from '../text/scan-json-documents.js';
import { wholeNumber } from '../gpu-tools/fields.js';
import { quantityIn } from '../gpu-tools/quantity.js';
import { rocmSmiCards } from '../gpu-tools/rocm-smi-cards.js';
import type { RocmSmiCard } from '../gpu-tools/rocm-smi-cards.js';
import { gfxIdOf, shortText } from './identity-texts.js';
import { UNKNOWN_IDENTITY, toldFacts } from './gpu-record.js';
import type { GpuRecord } from './gpu-record.js';

/** GPUs in outputs of rocm-smi with --json: product names and memory, clocks. One record per card and output. */
export function parseRocmSmi(outputs: readonly string[]): GpuRecord[] {
  return outputs.flatMap((output) =>
    scanJsonDocuments(output).documents.flatMap((document) => (rocmSmiCards(document) ?? []).map(recordOf)),
  );
}

function recordOf(card: RocmSmiCard): GpuRecord {
  const bytes = (key: RegExp): number | null => wholeNumber(card.valueOf(key));
  return {
    source: 'rocm-smi',
    identity: {
      ...UNKNOWN_IDENTITY,
      gfxId: gfxIdOf(card.valueOf(/^gfx version$/)),
      nodeId: wholeNumber(card.valueOf(/^node id$/)),
      kfdId: wholeNumber(card.valueOf(/^guid$/)),
      gpuIndex: card.index,
    },
    facts: toldFacts({
      name: shortText(card.valueOf(/^card series$/)),
      card_model: shortText(card.valueOf(/^card model$/)),
      vram_total_bytes: bytes(/^vram total memory \(b\)$/),
      vram_used_bytes: bytes(/^vram total used memory \(b\)$/),
      current_sclk_mhz: quantityIn('mhz', card.valueOf(/sclk clock speed/)),
      current_mclk_mhz: quantityIn('mhz', card.valueOf(/mclk clock speed/)),
    }),
  };
}
