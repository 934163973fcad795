/**
 * Bits that a pin moves per cycle of the clock that drivers list (`mem_clk_max`), by kind of memory.
 *
 * HBM2 and HBM2E move 2: gfx90a, 4096 bit at 1600 MHz, 1638 GB/s per die. HBM3 and HBM3E 4: MI300X, 8192 bit at 1300 MHz,
 * 5325 GB/s, which is what amd-smi says. GDDR6 16: gfx1201, 256 bit at 1259 MHz, 644 GB/s.
 */
const TRANSFERS_BY_TYPE = [
  [/^HBM3E?$/i, 4],
  [/^HBM2?E?$/i, 2],
  [/^GDDR6$/i, 16],
] as const;
/** Memory of architectures whose parts all have the same kind; those of processors with graphics vary. */
const TRANSFERS_BY_GFX: ReadonlyMap<string, number> = new Map([
  ...['gfx906', 'gfx908', 'gfx90a'].map((gfxId) => [gfxId, 2] as const),
  ...['gfx940', 'gfx941', 'gfx942', 'gfx950'].map((gfxId) => [gfxId, 4] as const),
  ...['gfx1010', 'gfx1012', 'gfx1030', 'gfx1031', 'gfx1032', 'gfx1034'].map((gfxId) => [gfxId, 16] as const),
  ...['gfx1100', 'gfx1101', 'gfx1102', 'gfx1200', 'gfx1201'].map((gfxId) => [gfxId, 16] as const),
]);

/** Transfers per listed clock and pin; null where the kind of memory is not known. */
export function transfersPerClock(vramType: string | null, gfxId: string | null): number | null {
  const byType = vramType === null ? undefined : TRANSFERS_BY_TYPE.find(([pattern]) => pattern.test(vramType))?.[1];
  return byType ?? (vramType === null && gfxId !== null ? (TRANSFERS_BY_GFX.get(gfxId) ?? null) : null);
}

/** Bandwidth in TB/s of a bus: width in bits / 8 * MHz * transfers / 1e6. */
export function derivedBandwidthTbs(widthBits: number, clockMhz: number, transfers: number): number {
  return ((widthBits / 8) * clockMhz * transfers) / 1e6;
}
