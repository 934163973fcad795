import type { GpuFacts, GpuIdentity, GpuRecord, GpuSource } from './gpu-record.js';

/** One GPU of the machine, as all sources together tell it. */
export interface MergedGpu {
  readonly identity: GpuIdentity;
  readonly facts: Partial<GpuFacts>;
  /** Source of each fact, and of `gfx_id`. */
  readonly sources: Readonly<Record<string, GpuSource>>;
}

/**
 * Records of all sources, in their order, brought together by GPU. Two records are about one GPU if their node (or the
 * driver's number of it) is equal; where not both name one, if PCI address, uuid or index of the tools is equal and none of
 * them contradicts. PCI addresses contradict each other up to the device: the function digit may count partitions. A record with an index of
 * the tools alone belongs to the GPU of that place if its source tells as many GPUs as are known; one without any identity
 * to the first GPU of its architecture. Two equal GPUs stay two.
 *
 * The first source to tell a fact wins; of names the last.
 */
export function mergeRecords(records: readonly GpuRecord[]): MergedGpu[] {
  const gpus: MergedGpu[] = [];
  for (const source of new Set(records.map((record) => record.source))) {
    const known = gpus.length;
    const own = joinOwn(records.filter((record) => record.source === source));
    for (const [place, gpu] of own.entries()) {
      const match = findMatch(gpus.slice(0, known), gpu, own.length === known ? place : null);
      if (match < 0) gpus.push(gpu);
      else gpus[match] = joined(gpus[match] ?? gpu, gpu);
    }
  }
  return gpus;
}

/** Records of one source: several commands tell of the same GPU. */
function joinOwn(records: readonly GpuRecord[]): MergedGpu[] {
  const own: MergedGpu[] = [];
  for (const { source, identity, facts } of records) {
    const names = [...Object.keys(facts), ...(identity.gfxId === null ? [] : ['gfx_id'])];
    const gpu: MergedGpu = { identity, facts, sources: Object.fromEntries(names.map((name) => [name, source])) };
    const match = own.findIndex((other) => isSame(other.identity, identity));
    if (match < 0) own.push(gpu);
    else own[match] = joined(own[match] ?? gpu, gpu);
  }
  return own;
}

function findMatch(known: readonly MergedGpu[], gpu: MergedGpu, place: number | null): number {
  const { identity } = gpu;
  const same = known.findIndex((other) => isSame(other.identity, identity));
  if (same >= 0) return same;
  const hasIndexOnly =
    identity.nodeId === null && identity.kfdId === null && identity.bdf === null && identity.uuid === null;
  if (!hasIndexOnly) return -1;
  if (identity.gpuIndex === null)
    return known.findIndex((other) => identity.gfxId !== null && other.identity.gfxId === identity.gfxId);
  const neighbour = place === null ? undefined : known[place];
  return place !== null && neighbour !== undefined && !contradicts(neighbour.identity, identity) ? place : -1;
}

/** A node of the topology is one GPU or partition: where both records name one, that decides. */
function isSame(a: GpuIdentity, b: GpuIdentity): boolean {
  if (isEqual(a.gfxId, b.gfxId) === false) return false;
  const byNode = isEqual(a.nodeId, b.nodeId) ?? isEqual(a.kfdId, b.kfdId);
  if (byNode !== null) return byNode;
  if (contradicts(a, b)) return false;
  return isEqual(a.bdf, b.bdf) === true || isEqual(a.uuid, b.uuid) === true || isEqual(a.gpuIndex, b.gpuIndex) === true;
}

function contradicts(a: GpuIdentity, b: GpuIdentity): boolean {
  return [
    isEqual(a.gfxId, b.gfxId),
    isEqual(slotOf(a.bdf), slotOf(b.bdf)),
    isEqual(a.partitionId, b.partitionId),
    isEqual(a.gpuIndex, b.gpuIndex),
  ].includes(false);
}

/** Null when one of them is not told. */
function isEqual<T>(a: T | null, b: T | null): boolean | null {
  return a === null || b === null ? null : a === b;
}

/** Address without the function digit. */
export function slotOf(bdf: string | null): string | null {
  return bdf === null ? null : bdf.slice(0, bdf.lastIndexOf('.'));
}

function joined(a: MergedGpu, b: MergedGpu): MergedGpu {
  const lastName =
    b.facts.name === undefined ? {} : { facts: { name: b.facts.name }, sources: { name: b.sources['name'] } };
  return {
    identity: {
      gfxId: a.identity.gfxId ?? b.identity.gfxId,
      nodeId: a.identity.nodeId ?? b.identity.nodeId,
      kfdId: a.identity.kfdId ?? b.identity.kfdId,
      gpuIndex: a.identity.gpuIndex ?? b.identity.gpuIndex,
      bdf: a.identity.bdf ?? b.identity.bdf,
      partitionId: a.identity.partitionId ?? b.identity.partitionId,
      uuid: a.identity.uuid ?? b.identity.uuid,
    },
    facts: { ...b.facts, ...a.facts, ...lastName.facts },
    sources: withoutUndefined({ ...b.sources, ...a.sources, ...lastName.sources }),
  };
}

function withoutUndefined(
  sources: Readonly<Record<string, GpuSource | undefined>>,
): Readonly<Record<string, GpuSource>> {
  return Object.fromEntries(
    Object.entries(sources).flatMap(([name, source]) => (source === undefined ? [] : [[name, source]])),
  );
}
