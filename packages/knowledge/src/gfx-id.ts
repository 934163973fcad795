/**
 * An architecture id in the spelling of the tables: lower case, without target features and without blanks
 * (`GFX942:sramecc+:xnack-` -> `gfx942`). Says nothing about whether the id is known.
 */
export function normalizeGfxId(gfxId: string): string {
  const colon = gfxId.indexOf(':');
  return (colon < 0 ? gfxId : gfxId.slice(0, colon)).trim().toLowerCase();
}

/**
 * Whether an architecture id belongs to a group as the data files write it: ids and families separated by blanks.
 * `gfx94x` stands for gfx940..gfx942, `gfx9`, `gfx10`, `gfx11` and `gfx12` for the generation, `all` for every id.
 */
export function isInGfxGroup(group: string, gfxId: string): boolean {
  const id = normalizeGfxId(gfxId);
  return group.split(' ').some((word) => {
    if (word === 'all' || word === id) return true;
    if (word.endsWith('x')) return id.length === word.length && id.startsWith(word.slice(0, -1));
    return /^gfx(9|1[0-2])$/.test(word) && id.startsWith(word) && id.length === word.length + 2;
  });
}
