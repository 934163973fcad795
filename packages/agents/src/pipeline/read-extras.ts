import {
  attDiagnostics,
  discoverThreadTrace,
  isPerfXpertError,
  readThreadTrace,
  scanSource,
  sourceDiagnostics,
} from '@perfxpert/tools/analysis';
import type { AttTrace, Diagnostic, SourceScan, TraceFacts } from '@perfxpert/tools';
import type { AnalyzeInput, AnalyzeOptions } from './analyze-input.js';
import { compareWithBaseline } from './compare-with-baseline.js';
import type { Comparison } from './comparison-schema.js';

/** What a report takes from other places than the trace. */
export interface Extras {
  /** Null where no thread trace was named or found. */
  readonly att: AttTrace | null;
  /** Null where no source folder was named or it cannot be read. */
  readonly source: SourceScan | null;
  /** Null where no baseline was named. */
  readonly comparison: Comparison | null;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Scans the sources, reads the thread trace and compares with the baseline that the input names; without a name, a thread
 * trace is looked for beside the trace. What cannot be read is a notice, since the trace is analysed all the same.
 *
 * @throws ToolError CANCELLED; RocpdError NOT_FOUND for a baseline
 */
export async function readExtras(facts: TraceFacts, input: AnalyzeInput, options: AnalyzeOptions): Promise<Extras> {
  const att = await readAtt(facts, input, options);
  const { source, diagnostics } = await scanBeside(input, options);
  const baseline = await compareWithBaseline(facts, input, options);
  return {
    att,
    source,
    comparison: baseline?.comparison ?? null,
    diagnostics: [...(att === null ? [] : attDiagnostics(att)), ...diagnostics, ...(baseline?.diagnostics ?? [])],
  };
}

/** Scans the sources. @throws ToolError NOT_FOUND, INVALID_ARGUMENT, PERMISSION_DENIED, CANCELLED */
export function scanNamedSource(sourceDir: string, input: AnalyzeInput, options: AnalyzeOptions): Promise<SourceScan> {
  options.progressCallback?.('sources');
  const maxFiles = input.analysis_options?.source_max_files;
  return scanSource(sourceDir, { ...(maxFiles === undefined ? {} : { maxFiles }), ...signalOf(options) });
}

function readAtt(facts: TraceFacts, input: AnalyzeInput, options: AnalyzeOptions): Promise<AttTrace | null> {
  const reading = { kernelNames: facts.kernelNames, ...signalOf(options) };
  const directory = input.analysis_options?.att_dir;
  if (directory !== undefined) return readThreadTrace(directory, reading);
  const paths = facts.trace.files.map(({ path }) => path);
  return facts.kernelNames.length === 0 ? Promise.resolve(null) : discoverThreadTrace(paths, reading);
}

async function scanBeside(
  input: AnalyzeInput,
  options: AnalyzeOptions,
): Promise<{ source: SourceScan | null; diagnostics: Diagnostic[] }> {
  if (input.source_dir === undefined) return { source: null, diagnostics: [] };
  try {
    const source = await scanNamedSource(input.source_dir, input, options);
    return { source, diagnostics: sourceDiagnostics(source.findings) };
  } catch (error) {
    if (!isPerfXpertError(error) || error.code === 'CANCELLED') throw error;
    return { source: null, diagnostics: [sourceUnavailable(error.message)] };
  }
}

function sourceUnavailable(reason: string): Diagnostic {
  return {
    code: 'SOURCE_UNAVAILABLE',
    severity: 'warning',
    message: `The sources were not scanned: ${reason}.`,
    section: 'tier0_findings',
    how_to_fix: 'Name the folder of the sources.',
  };
}

function signalOf({ signal }: AnalyzeOptions): { signal?: AbortSignal } {
  return signal === undefined ? {} : { signal };
}
