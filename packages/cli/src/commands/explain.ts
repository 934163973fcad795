import type { Explanation } from '@perfxpert/agents/toolkit';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { describeWriteFailure } from '../output/write-failure.js';
import type { TextOptions } from '../render/text/text-context.js';
import { hasColors, isUnicodeTerminal, textWidth } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { explainBeside } from './explain-beside.js';
import type { ExplainFlags } from './explain-command.js';
import { monitorLogOf } from './monitor-log.js';

/** Runs `perfxpert explain`: the proof goes to stdout, nothing else is written. */
export async function explain(flags: ExplainFlags, io: Io): Promise<void> {
  if (flags.input.includes('')) throw new UsageError('-i: the name of a trace is empty');
  const proof = flags.input.length === 0 ? await explainBeside(flags, io) : await proofOf(flags, io);
  if (proof !== null) await print(flags.format === 'json' ? await asJson(proof) : await asText(proof, io), io);
}

/** From the trace alone, and where that does not have the finding, from what lies beside it too. */
async function proofOf(flags: ExplainFlags, io: Io): Promise<Explanation> {
  const { explainFinding, isPerfXpertError } = await import('@perfxpert/agents/toolkit');
  try {
    return await explainFinding(
      { database_path: [...flags.input], finding_id: flags.finding },
      {
        ...monitorLogOf(io),
        ...(io.signal === undefined ? {} : { signal: io.signal }),
      },
    );
  } catch (error) {
    if (!isPerfXpertError(error) || error.code !== 'UNKNOWN_ID') throw error;
    const proof = await explainBeside(flags, io);
    if (proof !== null) return proof;
    throw error;
  }
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
