import type { Explanation } from '@perfxpert/agents/toolkit';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { describeWriteFailure } from '../output/write-failure.js';
import type { TextOptions } from '../render/text/text-context.js';
import { hasColors, isUnicodeTerminal, textWidth } from '../terminal.js';
import { UsageError } from '../usage-error.js';

/** The options of `perfxpert explain`. */
export interface ExplainFlags {
  readonly finding: string;
  readonly input: readonly string[];
  readonly format: 'text' | 'json';
}

/** Runs `perfxpert explain`: the proof goes to stdout, nothing else is written. */
export async function explain({ finding, input, format }: ExplainFlags, io: Io): Promise<void> {
  if (input.includes('')) throw new UsageError('-i: the name of a trace is empty');
  const { explainFinding } = await import('@perfxpert/agents/toolkit');
  const monitorLog = io.env['PERFXPERT_GPU_MONITOR_LOG'];
  const proof = await explainFinding(
    { database_path: [...input], finding_id: finding },
    {
      ...(monitorLog === undefined || monitorLog === '' ? {} : { gpuMonitorLog: monitorLog }),
      ...(io.signal === undefined ? {} : { signal: io.signal }),
    },
  );
  await print(format === 'json' ? await asJson(proof) : await asText(proof, io), io);
}

/** Runs `perfxpert explain` without a trace: what a word of a report means. */
export async function explainWord(word: string, format: ExplainFlags['format'], io: Io): Promise<void> {
  const { explainTerm } = await import('@perfxpert/agents/toolkit');
  const explanation = await explainTerm(word);
  if (format === 'json') {
    await print(await asJson(explanation), io);
    return;
  }
  const { renderTerm } = await import('../render/text/render-term.js');
  await print(renderTerm(explanation, optionsOf(io)), io);
}

async function print(text: string, io: Io): Promise<void> {
  try {
    await writeText(io.stdout, text);
  } catch (error) {
    throw describeWriteFailure('stdout', error);
  }
}

async function asJson(proof: object): Promise<string> {
  const { renderJson } = await import('../render/render-json.js');
  return renderJson(proof);
}

async function asText(proof: Explanation, io: Io): Promise<string> {
  const { renderExplanation } = await import('../render/text/render-explanation.js');
  return renderExplanation(proof, optionsOf(io));
}

function optionsOf(io: Io): TextOptions {
  return {
    width: textWidth(io.stdout),
    isUnicode: isUnicodeTerminal(io),
    isColored: hasColors(io.stdout, io.env, 'auto'),
  };
}
