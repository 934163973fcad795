import type { Explanation } from '@perfxpert/tools';

/** What `explainFinding` is asked. */
export interface ExplainInput {
  /** Trace file or folder, or several that belong together. */
  readonly database_path: string | readonly string[];
  /** Id of a recommendation of the report. */
  readonly finding_id: string;
}

/** What is not data. */
export interface ExplainOptions {
  readonly signal?: AbortSignal;
  /** One line per stage. */
  readonly progressCallback?: (stage: string) => void;
  /** Captured monitor log, as for the analysis whose finding is asked for. */
  readonly gpuMonitorLog?: string;
}

/**
 * The proof of one finding of a trace: rows, arithmetic, and each figure computed again.
 *
 * @throws errors with a `code`: UNKNOWN_ID with the ids that exist, INVALID_ARGUMENT, and those of reading a trace.
 */
export async function explainFinding(input: ExplainInput, options: ExplainOptions = {}): Promise<Explanation> {
  const { gpuMonitorLog, ...others } = options;
  // Not at the start: the declarations of all tools take longer to load than a small trace.
  const { diagnosis } = await import('@perfxpert/tools');
  return diagnosis.explainFinding(input, {
    ...others,
    ...(gpuMonitorLog === undefined ? {} : { settings: { gpuMonitorLog } }),
  });
}
