import type { SourceLocation } from '../../schemas/hotspot.js';
import { splitKernelName } from '../trace-diff/split-kernel-name.js';
import { compareText } from '../text/compare-text.js';

/** A definition or launch that a kernel of a trace may come from. */
export interface SourcePlace {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly kind: 'definition' | 'launch';
  /** An OpenMP or OpenACC region, whose kernels are named after function and line. */
  readonly isRegion: boolean;
}

/** Kernel names to places. */
export interface SourceIndex {
  readonly byBase: ReadonlyMap<string, readonly SourcePlace[]>;
  readonly regions: readonly SourcePlace[];
}

/** Compilers name the kernel of an OpenMP region so: device and file id, function, line. Source: LLVM, OMPIRBuilder. */
const OFFLOAD = /^__omp_offloading_[0-9a-f]+_[0-9a-f]+_(.+)_l(\d+)(?:_\d+)?(?:\.kd)?$/;
/** Older Triton appends how arguments were specialised: `add_kernel_0d1d2de`. */
const TRITON_SUFFIX = /_(?:\d+[dce]+)+\d*$/;

export function indexSources(places: readonly SourcePlace[]): SourceIndex {
  const byBase = new Map<string, SourcePlace[]>();
  for (const place of places) {
    if (place.isRegion || place.name === '') continue;
    const base = lastComponent(place.name);
    const known = byBase.get(base);
    if (known === undefined) byBase.set(base, [place]);
    else known.push(place);
  }
  return { byBase, regions: places.filter(({ isRegion }) => isRegion) };
}

/**
 * Where a kernel of a trace is defined and launched: definitions first, then launches, by file and line. Names are
 * compared without return type, template arguments and parameters. A place whose qualified name contradicts the
 * kernel's (`a::k` and `b::k`) is left out. Places are marked ambiguous where the definitions left are of several names
 * or in several files, since the trace's name does not tell which of them ran.
 */
export function locateKernel(name: string, index: SourceIndex): SourceLocation[] {
  const region = OFFLOAD.exec(name);
  if (region !== null) return locateRegion(region[1] ?? '', Number(region[2]), index);
  const qualified = splitKernelName(name).base.trim();
  const candidates = placesNamed(qualified, index);
  const places = candidates.length > 0 ? candidates : placesNamed(qualified.replace(TRITON_SUFFIX, ''), index);
  return toLocations(places, isAmbiguous(places));
}

function placesNamed(qualified: string, { byBase }: SourceIndex): readonly SourcePlace[] {
  return (byBase.get(lastComponent(qualified)) ?? []).filter((place) => isCompatible(place.name, qualified));
}

/** One qualified name ends the other, component by component: a launch may leave out namespaces. */
function isCompatible(source: string, kernel: string): boolean {
  const ours = componentsOf(source).reverse();
  const theirs = componentsOf(kernel).reverse();
  const shared = Math.min(ours.length, theirs.length);
  return ours.slice(0, shared).every((component, at) => component === theirs[at]);
}

function isAmbiguous(places: readonly SourcePlace[]): boolean {
  const definitions = places.filter(({ kind }) => kind === 'definition');
  return new Set(definitions.map(({ name, file }) => `${file}\n${name}`)).size > 1;
}

function locateRegion(functionName: string, line: number, { regions }: SourceIndex): SourceLocation[] {
  const base = lastComponent(splitKernelName(functionName).base);
  // Fortran compilers append an underscore, and more, to the names of procedures.
  const places = regions.filter(
    (region) => region.line === line && (lastComponent(region.name) === base || base.startsWith(`${region.name}_`)),
  );
  const isUnsure = new Set(places.map(({ file }) => file)).size > 1;
  return toLocations(places, isUnsure).map((location) => ({ ...location, kind: 'definition' }));
}

function toLocations(places: readonly SourcePlace[], isUnsure: boolean): SourceLocation[] {
  const sorted = [...places].sort(
    (a, b) => compareText(a.kind, b.kind) || compareText(a.file, b.file) || a.line - b.line,
  );
  return sorted
    .filter((place, at) => !isSamePlace(place, sorted[at - 1]))
    .map(({ file, line, kind }) => ({ file, line, kind, ...(isUnsure ? { is_ambiguous: true as const } : {}) }));
}

function isSamePlace(place: SourcePlace, before: SourcePlace | undefined): boolean {
  return place.kind === before?.kind && place.file === before.file && place.line === before.line;
}

function lastComponent(name: string): string {
  return componentsOf(name).at(-1) ?? '';
}

function componentsOf(name: string): string[] {
  return name
    .replace(/[\s*&]/g, '')
    .toLowerCase()
    .split('::')
    .filter((component) => component !== '' && component !== '(anonymousnamespace)');
}
