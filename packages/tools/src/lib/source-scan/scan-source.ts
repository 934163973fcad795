import type { DetectedKernel, ProfilingPlan, Tier0Findings } from '../../schemas/tier0-findings.js';
import type { SourceLocation } from '../../schemas/hotspot.js';
import { NODE_FOLDER_READER, entryPath } from '../../tool/folder-reader.js';
import type { FolderReader } from '../../tool/folder-reader.js';
import { throwIfAborted } from '../../tool/throw-if-aborted.js';
import { compareText } from '../text/compare-text.js';
import type { FileFindings, KernelSite, LaunchType } from './file-findings.js';
import { indexSources, locateKernel } from './locate-kernel.js';
import type { SourcePlace } from './locate-kernel.js';
import { scannerOf } from './source-languages.js';
import { codePatterns, riskAreas, summarizePatterns } from './summarize-patterns.js';
import type { PatternPlace } from './summarize-patterns.js';
import { walkSources } from './walk-sources.js';

/** Files read unless the caller says otherwise. */
export const DEFAULT_SOURCE_MAX_FILES = 500;
/** Larger files are left out and counted. */
const MAX_FILE_BYTES = 524_288;
const MAX_LISTED = 100;
const REGIONS: ReadonlySet<LaunchType> = new Set(['OMP_TARGET_REGION', 'ACC_REGION', 'DO_CONCURRENT']);
/** Counters of a first run, on every architecture in one pass. */
const FIRST_COUNTERS = ['SQ_WAVES', 'GRBM_GUI_ACTIVE', 'GRBM_COUNT'];

export interface SourceScanOptions {
  /** Files read at most; at least 1. Default 500. */
  readonly maxFiles?: number;
  readonly reader?: FolderReader;
  readonly signal?: AbortSignal;
}

/** A scanned source folder. */
export interface SourceScan {
  /** With `profiling_plan`; a report that has a trace leaves it out. */
  readonly findings: Tier0Findings;
  /** Where a kernel of a trace is defined and launched; empty without a match. */
  locate(kernelName: string): SourceLocation[];
}

interface ScannedFile {
  readonly file: string;
  readonly findings: FileFindings;
}

/**
 * Scans the sources below a folder for GPU code: kernels, launches, blocking copies, synchronizations, markers, and
 * habits that cost time. Comments and strings do not count. Nothing is run or written, no link is followed; equal trees
 * give equal findings.
 *
 * @throws ToolError NOT_FOUND, INVALID_ARGUMENT or PERMISSION_DENIED for a path that is no readable folder; CANCELLED
 */
export async function scanSource(sourceDir: string, options: SourceScanOptions = {}): Promise<SourceScan> {
  const { reader = NODE_FOLDER_READER, maxFiles = DEFAULT_SOURCE_MAX_FILES, signal } = options;
  const root = await reader.rootOf(sourceDir);
  const walked = await walkSources(root, maxFiles, reader);
  const files: ScannedFile[] = [];
  let unread = 0;
  for (const file of walked.files) {
    throwIfAborted(signal, 'analysis');
    const text = await reader.readText(entryPath(root, file), MAX_FILE_BYTES);
    const scanner = scannerOf(file);
    if (typeof text !== 'string' || scanner === null) unread++;
    else files.push({ file, findings: scanner(text.replaceAll('\r\n', '\n')) });
  }
  const resolved = resolveSubscripts(files);
  const places = placesOf(resolved);
  const patterns = summarizePatterns(patternPlaces(resolved));
  const definitions = places.filter(({ kind }) => kind === 'definition');
  const kernelCount = countKernels(places);
  const detected = detectedKernels(resolved);
  const markers = files.reduce((total, { findings }) => total + findings.markerCount, 0);
  const models = modelsOf(resolved);
  const index = indexSources(places);
  return {
    findings: {
      source_dir: sourceDir,
      programming_model: models[0]?.model ?? 'Unknown',
      programming_models: models.map(({ model, files: count }) => ({ model, files: count })),
      files_scanned: files.length,
      files_skipped: unread + walked.beyondLimit,
      links_skipped: walked.links,
      unreadable_folders: walked.unreadableFolders,
      truncated: walked.isTruncated,
      kernel_count: kernelCount,
      definition_count: definitions.length,
      launch_count: places.length - definitions.length,
      detected_kernels: detected.slice(0, MAX_LISTED),
      detected_kernel_count: detected.length,
      detected_patterns: patterns,
      risk_areas: riskAreas(patterns),
      code_patterns: codePatterns(patterns),
      already_instrumented: markers > 0,
      roctx_marker_count: markers,
      profiling_plan: profilingPlan(kernelCount, markers > 0),
      llm_explanation: null,
    },
    locate: (kernelName) => locateKernel(kernelName, index),
  };
}

/** `name[grid](...)` is a launch only of a name that some file defines as a kernel of Triton or Numba. */
function resolveSubscripts(files: readonly ScannedFile[]): ScannedFile[] {
  const kinds = new Map<string, LaunchType>();
  for (const { findings } of files)
    for (const { name, launchType } of findings.definitions) {
      if (launchType === 'TRITON_KERNEL_DEF') kinds.set(name, 'TRITON_LAUNCH');
      if (launchType === 'NUMBA_KERNEL_DEF') kinds.set(name, 'NUMBA_LAUNCH');
    }
  return files.map(({ file, findings }) => ({
    file,
    findings: {
      ...findings,
      launches: findings.launches.flatMap((launch): KernelSite[] => {
        if (launch.launchType !== 'SUBSCRIPT_LAUNCH') return [launch];
        const launchType = kinds.get(launch.name);
        return launchType === undefined ? [] : [{ ...launch, launchType }];
      }),
    },
  }));
}

function placesOf(files: readonly ScannedFile[]): SourcePlace[] {
  return files.flatMap(({ file, findings }) => [
    ...findings.definitions.map(({ name, line }) => ({
      name,
      file,
      line,
      kind: 'definition' as const,
      isRegion: false,
    })),
    ...findings.launches.map(({ name, line, launchType }) => ({
      name,
      file,
      line,
      kind: 'launch' as const,
      isRegion: REGIONS.has(launchType),
    })),
  ]);
}

/** Patterns of all files by file and line, and the default stream where no stream is used anywhere. */
function patternPlaces(files: readonly ScannedFile[]): PatternPlace[] {
  const own = files.flatMap(({ file, findings }) => findings.patterns.map((pattern) => ({ ...pattern, file })));
  if (files.some(({ findings }) => findings.usesStreams)) return own;
  const defaults = files.flatMap(({ file, findings }) =>
    findings.launches
      .filter(({ isDefaultStream }) => isDefaultStream)
      .map(({ line, isInLoop }) => ({ pattern: 'default_stream' as const, file, line, isInLoop })),
  );
  return [...own, ...defaults];
}

/** Names that are defined, names that are only launched, and regions, each by its place. */
function countKernels(places: readonly SourcePlace[]): number {
  const regions = new Set(places.filter(({ isRegion }) => isRegion).map(({ file, line }) => `${file}:${line}`));
  const definitions = places.filter(({ kind, isRegion }) => kind === 'definition' && !isRegion);
  const index = indexSources(definitions);
  const undefinedNames = new Set(
    places
      .filter(({ kind, isRegion, name }) => kind === 'launch' && !isRegion && locateKernel(name, index).length === 0)
      .map(({ name }) => name),
  );
  return new Set(definitions.map(({ name }) => name)).size + undefinedNames.size + regions.size;
}

function detectedKernels(files: readonly ScannedFile[]): DetectedKernel[] {
  return files.flatMap(({ file, findings }) =>
    [...findings.definitions, ...findings.launches]
      .map(({ name, line, launchType, isInLoop }) => ({
        name,
        file,
        line,
        launch_type: launchType,
        in_loop: isInLoop,
      }))
      .sort((a, b) => a.line - b.line || compareText(a.launch_type, b.launch_type) || compareText(a.name, b.name)),
  );
}

/** Models by the kernels and launches of the files that use them, then by files, then by name. */
function modelsOf(files: readonly ScannedFile[]): { model: string; files: number; weight: number }[] {
  const models = new Map<string, { model: string; files: number; weight: number }>();
  for (const { findings } of files)
    for (const model of findings.models) {
      const entry = models.get(model) ?? { model, files: 0, weight: 0 };
      entry.files += 1;
      entry.weight += findings.definitions.length + findings.launches.length;
      models.set(model, entry);
    }
  return [...models.values()].sort((a, b) => b.weight - a.weight || b.files - a.files || compareText(a.model, b.model));
}

function profilingPlan(kernelCount: number, isInstrumented: boolean): ProfilingPlan {
  if (kernelCount === 0)
    return {
      description: 'No GPU code was found; nothing to record yet.',
      suggested_first_command: '',
      suggested_counters: [],
      actions: [],
    };
  return {
    description: 'Record a time line first: it tells whether kernels, copies or the host take the time.',
    suggested_first_command: 'rocprofv3 --sys-trace -d ./profile_out -- ./your_app',
    suggested_counters: FIRST_COUNTERS,
    actions: [
      'Record with the suggested command and analyse the trace together with the sources',
      `Record ${FIRST_COUNTERS.join(', ')} for the kernels that take the most time`,
      ...(isInstrumented ? [] : ['Mark the phases of the program with roctxRangePush and roctxRangePop']),
    ],
  };
}
