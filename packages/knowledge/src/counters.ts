import { findCounterDescription, invalidCounterNames } from './counter-catalog.js';
import { findCounterName, listCounterNames } from './counter-names.js';
import { derivedMetricFormula, findDerivedMetric } from './derived-metrics.js';
import { normalizeGfxId } from './gfx-id.js';
import { gpuSpecsCatalogue, isKnownGfxId, listGfxIds } from './gpu-specs.js';

/** How the instances of a counter were put together: `_sum`, `_avr`, `_max`, `_min`, or one instance `[n]`. */
export type CounterReduction = 'sum' | 'avr' | 'max' | 'min' | 'instance';

/** A recorded counter name taken apart. */
export interface CounterNameParts {
  /** The name without suffix and index: `TCC_HIT` of `TCC_HIT_sum` and `TCC_HIT[3]`. */
  readonly base: string;
  /** Null for the bare name. */
  readonly reduction: CounterReduction | null;
  /** The instance of the form `[n]`, else null. */
  readonly instance: number | null;
}

/** What is known of a counter. */
export interface CounterInfo {
  readonly name: string;
  /** Hardware block; null for a metric that spans several (all derived ones but FETCH_SIZE and WRITE_SIZE). */
  readonly block: string | null;
  /** `count` where only the name is known. */
  readonly unit: string;
  /** Empty where only the name is known. */
  readonly description: string;
  /** Architectures of the GPU tables that have it, sorted as text, or `all`. */
  readonly archs: 'all' | readonly string[];
  /** Whether it is computed from counters. */
  readonly derived: boolean;
  readonly reduction: CounterReduction | null;
}

/** Takes a recorded name apart; any text is accepted. */
export function splitCounterName(name: string): CounterNameParts {
  const indexed = /^(.*?)\[(\d{1,6})\]$/s.exec(name);
  if (indexed?.[1] !== undefined) return { base: indexed[1], reduction: 'instance', instance: Number(indexed[2]) };
  for (const reduction of ['sum', 'avr', 'max', 'min'] as const)
    if (name.endsWith(`_${reduction}`))
      return { base: name.slice(0, -reduction.length - 1), reduction, instance: null };
  return { base: name, reduction: null, instance: null };
}

/**
 * What is known of a counter or derived metric by its recorded name (suffix and index are cut); null for an unknown
 * name. A counter that is in both lists is judged by the catalogue's architectures. `gfxId` settles the block of
 * FETCH_SIZE and WRITE_SIZE (GL2C from gfx10, else TCC).
 */
export function counterInfo(name: string, gfxId?: string): CounterInfo | null {
  const { base, reduction } = splitCounterName(name);
  const described = findCounterDescription(base);
  if (described !== null) {
    const { block, unit, description, archs } = described;
    return { name: base, block, unit, description, archs, derived: false, reduction };
  }
  const named = findCounterName(base);
  if (named !== null) {
    const archs = listGfxIds().filter((id) => named.archs.has(id));
    return { name: base, block: named.block, unit: 'count', description: '', archs, derived: false, reduction };
  }
  const metric = findDerivedMetric(base);
  if (metric === null) return null;
  const archs = listGfxIds().filter((id) => derivedMetricFormula(base, id) !== null);
  const block = ISOLATED_METRICS.has(base) ? memoryBlock(gfxId) : null;
  return { name: base, block, unit: metric.unit, description: metric.meaning, archs, derived: true, reduction };
}

/**
 * Whether an architecture has a counter or derived metric; null when either name is unknown. Also null for a counter
 * whose architectures are `all` on an id outside the tables.
 */
export function isCounterAvailable(name: string, gfxId: string): boolean | null {
  const info = counterInfo(name);
  if (info === null || !isKnownGfxId(gfxId)) return null;
  return info.archs === 'all' || info.archs.includes(normalizeGfxId(gfxId));
}

/** Hardware block of a counter: by the tables, else the prefix before the first `_`; null for a spanning metric. */
export function counterBlock(name: string, gfxId?: string): string | null {
  const info = counterInfo(name, gfxId);
  if (info !== null) return info.block;
  return splitCounterName(name).base.split('_', 1)[0] ?? null;
}

/**
 * Other spellings of counters and the name that an architecture uses, for example on gfx942 `TCC_EA_RDREQ` ->
 * `TCC_EA0_RDREQ` (renamed in CDNA3) and everywhere `SQ_INSTS_VALU_MFMA` -> `SQ_INSTS_MFMA`. Only where the first does
 * not exist on that architecture and the second does. Names without suffix; empty for an unknown id.
 */
export function counterAliases(gfxId: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  if (!isKnownGfxId(gfxId)) return aliases;
  for (const [invalid, replacement] of invalidCounterNames()) {
    if (replacement === null) continue;
    const target = splitCounterName(replacement).base;
    if (isCounterAvailable(target, gfxId) === true) aliases.set(splitCounterName(invalid).base, target);
  }
  for (const name of listCounterNames(gfxId)) {
    const other = name.startsWith('TCC_EA0_')
      ? name.replace('TCC_EA0_', 'TCC_EA_')
      : name.startsWith('TCC_EA_')
        ? name.replace('TCC_EA_', 'TCC_EA0_')
        : name;
    if (other !== name && findCounterName(other) !== null && isCounterAvailable(other, gfxId) !== true)
      aliases.set(other, name);
  }
  return aliases;
}

const ISOLATED_METRICS: ReadonlySet<string> = new Set(['FETCH_SIZE', 'WRITE_SIZE']);

function memoryBlock(gfxId: string | undefined): string {
  const arch = gfxId === undefined ? undefined : gpuSpecsCatalogue().archs[normalizeGfxId(gfxId)];
  return arch === undefined || arch.isa === 'gfx9' ? 'TCC' : 'GL2C';
}
