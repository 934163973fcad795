import { Option } from 'commander';
import type { Command } from 'commander';
import { UsageError } from '../usage-error.js';

/** Who writes the words of a report, and what they are to answer. */
export interface LlmFlags {
  /** Undefined: environment and config file decide. */
  readonly provider: string | undefined;
  readonly prompt: string | undefined;
  readonly apiKey: string | undefined;
  /** File with the key; `-` for standard input. */
  readonly apiKeyFile: string | undefined;
  readonly model: string | undefined;
  readonly thinkingTokens: number | undefined;
}

/** What commander hands over. */
export interface LlmOptions {
  readonly llm?: string;
  readonly prompt?: string;
  readonly llmApiKey?: string;
  readonly llmApiKeyFile?: string;
  readonly llmModel?: string;
  readonly llmThinking?: number;
}

/** Adds `--llm`, `--prompt`, `--llm-api-key`, `--llm-api-key-file`, `--llm-model`, `--llm-thinking`. */
export function addLlmOptions(command: Command): Command {
  return command
    .option('--llm <provider>', 'a language model writes the words: anthropic, openai, ollama, private, opencode')
    .option('--prompt <text>', 'question that the words are to answer')
    .option('--llm-api-key <key>', 'key for this run; other users of the machine can see it, better a file')
    .option('--llm-api-key-file <file>', 'file with the key; - for standard input')
    .option('--llm-model <name>', 'model instead of the default of the provider')
    .addOption(new Option('--llm-thinking <tokens>', 'tokens for thinking (anthropic)').argParser(parseTokens));
}

/** @throws UsageError for options that do not go together */
export function llmFlagsOf(options: LlmOptions): LlmFlags {
  const { llm: provider, prompt, llmApiKey: apiKey, llmApiKeyFile: apiKeyFile, llmModel: model } = options;
  const { llmThinking: thinkingTokens } = options;
  if (apiKey !== undefined && apiKeyFile !== undefined)
    throw new UsageError('--llm-api-key and --llm-api-key-file: give one of them');
  if (thinkingTokens !== undefined && provider !== 'anthropic')
    throw new UsageError('--llm-thinking goes with --llm anthropic');
  const needsProvider = { '--llm-api-key': apiKey, '--llm-api-key-file': apiKeyFile, '--llm-model': model };
  for (const [flag, value] of Object.entries(needsProvider))
    if (value !== undefined && provider === undefined) throw new UsageError(`${flag}: name the provider with --llm`);
  if (prompt !== undefined && prompt.trim() === '') throw new UsageError('--prompt: the question is empty');
  return { provider, prompt, apiKey, apiKeyFile, model, thinkingTokens };
}

function parseTokens(value: string): number {
  const count = /^\d+$/.test(value) ? Number(value) : 0;
  if (count < 1 || !Number.isSafeInteger(count))
    throw new UsageError(`--llm-thinking ${value}: give a whole number of at least 1`);
  return count;
}
