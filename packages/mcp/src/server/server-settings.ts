import type { LogLevel } from './log.js';

/** What the command line decides. */
export interface ServerSettings {
  readonly toolset: 'all' | 'core';
  /** Only these tools, by any of their spellings; null for the whole set. */
  readonly tools: readonly string[] | null;
  readonly hasPrefix: boolean;
  /** Folders given by --root; empty for the working folder. */
  readonly roots: readonly string[];
  readonly allowLlm: boolean;
  readonly stateDir: string | null;
  readonly timeoutMs: number;
  readonly llmTimeoutMs: number;
  readonly logLevel: LogLevel;
}
