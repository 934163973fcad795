import type { Explanation } from '@perfxpert/agents/toolkit';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { describeWriteFailure } from '../output/write-failure.js';
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
  const proof = await explainFinding(
    { database_path: [...input], finding_id: finding },
    io.signal === undefined ? {} : { signal: io.signal },
  );
  const text = format === 'json' ? await asJson(proof) : await asText(proof, io);
  try {
    await writeText(io.stdout, text);
  } catch (error) {
    throw describeWriteFailure('stdout', error);
  }
}

async function asJson(proof: Explanation): Promise<string> {
  const { renderJson } = await import('../render/render-json.js');
  return renderJson(proof);
}

async function asText(proof: Explanation, io: Io): Promise<string> {
  const { renderExplanation } = await import('../render/text/render-explanation.js');
  return renderExplanation(proof, {
    width: textWidth(io.stdout),
    isUnicode: isUnicodeTerminal(io),
    isColored: hasColors(io.stdout, io.env, 'auto'),
  });
}
