import { ProviderError, SessionTurnBudgetExceeded } from '@perfxpert/agents';
import type { Report } from '@perfxpert/agents';
import type { LlmFlags } from '../commands/llm-options.js';
import type { Io } from '../io.js';
import { providerMessage } from './provider-messages.js';
import type { LlmPlan } from './plan-llm.js';

/** Why no model gave the words: its service failed, or the session may ask no more. */
export type WordsFailure = ProviderError | SessionTurnBudgetExceeded;

/** A report with words, and why the service gave none; null where it did. */
export interface AnsweredReport {
  readonly report: Report;
  readonly failure: WordsFailure | null;
}

/**
 * Has Root write the words of a report. Where the service fails, the words are our own (those that answer the question, where
 * there is one), with a warning: the caller writes the report all the same and then tells of the failure.
 */
export async function answerReport(
  report: Report,
  plan: LlmPlan,
  flags: LlmFlags,
  show: (phase: string) => void,
  io: Io,
): Promise<AnsweredReport> {
  const { answerReport: answer } = await import('@perfxpert/agents');
  const question = flags.prompt === undefined ? {} : { user_query: flags.prompt };
  if (plan.provider !== null) show(`asking ${plan.provider} for the words`);
  try {
    const answered = await answer(
      report,
      { ...question, provider: plan.provider },
      {
        ...plan.options,
        ...(io.signal === undefined ? {} : { signal: io.signal }),
        progressCallback: (line) => {
          if (line.startsWith('provider ') || line === 'all providers failed') show(line);
        },
      },
    );
    if (plan.provider !== null) show('Root agent done');
    return { report: { ...answered, metadata: { ...answered.metadata } }, failure: null };
  } catch (error) {
    const isOurs = error instanceof ProviderError || error instanceof SessionTurnBudgetExceeded;
    if (!isOurs || error.code === 'CANCELLED') throw error;
    const own = flags.prompt === undefined ? report : await answer(report, { ...question, airgap: true }, plan.options);
    return { report: withWarning({ ...own, metadata: { ...own.metadata } }, error), failure: error };
  }
}

function withWarning(report: Report, error: WordsFailure): Report {
  const message = `The language model gave no words (${error.code}). The words are our own.`;
  const notice = {
    code: 'LLM_FAILED',
    severity: 'warning' as const,
    message,
    section: 'narrative',
    how_to_fix: 'See the line on stderr.',
  };
  return {
    ...report,
    diagnostics: [...report.diagnostics, notice],
    warnings: [...report.warnings, `LLM_FAILED: ${message} See the line on stderr.`],
  };
}

/** The failure of a service as the error that ends the command: its own code, and one line of ours. */
export function failureOf(failure: WordsFailure, io: Io): Error {
  const message = failure instanceof ProviderError ? providerMessage(failure, io) : failure.message;
  const error = new Error(message, { cause: failure });
  return Object.assign(error, { [BRAND]: true, code: failure.code, details: failure.details });
}

/** By which errors of the product are known, whichever copy raised them. */
const BRAND = Symbol.for('perfxpert.error');
