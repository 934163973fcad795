import type { Filters } from './filter-options.js';
import type { LlmFlags } from './llm-options.js';
import type { FormatName } from '../render/formats.js';
import type { ChosenSections } from '../render/section-keys.js';
import type { ColorMode } from '../terminal.js';

/** The options of `perfxpert analyze`, checked one by one. Which go together is checked by what uses them. */
export interface AnalyzeFlags {
  readonly input: readonly string[];
  /** Folder of sources; undefined without a scan. */
  readonly sourceDir: string | undefined;
  readonly sourceMaxFiles: number | undefined;
  /** Folder of a thread trace; undefined: looked for beside the trace. */
  readonly attDir: string | undefined;
  /** Runs to compare with; none without a comparison. */
  readonly baseline: readonly string[];
  /** Whether an input beside the trace that could not be used is an error. */
  readonly strict: boolean;
  /** Whether advice on pragmas is wanted too. */
  readonly advanced: boolean;
  readonly topKernels: number;
  readonly minDurationNs: number;
  readonly formats: readonly FormatName[];
  readonly output: string | undefined;
  readonly dir: string | undefined;
  readonly verbose: boolean;
  readonly progress: boolean;
  readonly timestamps: boolean;
  /** Leaves folders and user names out of the report. */
  readonly redactPaths: boolean;
  readonly color: ColorMode;
  readonly sections: ChosenSections;
  /** Who writes the words. */
  readonly llm: LlmFlags;
  /** Undefined for a whole trace. */
  readonly filters: Filters | undefined;
}
