/** Source: Linux kernel, Documentation/gpu/amdgpu (dGPU and APU tables); parts it does not list are absent. */
const CODENAMES: Readonly<Record<string, string>> = {
  gfx906: 'Vega 20',
  gfx908: 'Arcturus',
  gfx90a: 'Aldebaran',
  gfx942: 'Aqua Vanjaram',
  gfx1030: 'Navi 21',
  gfx1100: 'Navi 31',
  gfx1101: 'Navi 32',
  gfx1102: 'Navi 33',
  gfx1103: 'Phoenix',
  gfx1150: 'Strix Point',
  gfx1151: 'Strix Halo',
  gfx1200: 'Navi 44',
  gfx1201: 'Navi 48',
};

/** Code name of the chip behind an architecture id of the tables; null where none is published. */
export function codename(gfxId: string): string | null {
  return CODENAMES[gfxId] ?? null;
}
