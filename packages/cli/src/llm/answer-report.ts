import { ProviderError, SessionTurnBudgetExceeded } from '@perfxpert/agents';
import type { Report } from '@perfxpert/agents';
import type { LlmFlags } from '../commands/llm-options.js';
import type { Io } from '../io.js';
import { providerMessage } from './provider-messages.js';
import type { LlmPlan } from './plan-llm.js';

/** Why no model gave the words: its service failed, the session may ask no more, or the user interrupted it. */
export type WordsFailure = ProviderError | SessionTurnBudgetExceeded;

/** A report with words, and why no model gave them; null where one did, or none was to. */
export interface AnsweredReport {
  readonly report: Report;
  readonly failure: WordsFailure | null;
}

/**
 * Has Root write the words of a report. Where the service fails, and where the user interrupts the model, the words are our own
 * (those that answer the question, where there is one), with a warning: the caller writes the report all the same and then
 * tells of the failure. The interrupt after that one ends the command.
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
  const stop = new AbortController();
  const giveBack =
    plan.provider === null
      ? null
      : io.takeInterrupt?.(() => {
          show('the model was interrupted; our own words are written (Ctrl-C again ends at once)');
          stop.abort();
        });
  if (plan.provider !== null) show(`asking ${plan.provider} for the words`);
  try {
    const answered = await answer(
      report,
      { ...question, provider: plan.provider },
      {
        ...plan.options,
        signal: AbortSignal.any([stop.signal, ...(io.signal === undefined ? [] : [io.signal])]),
        progressCallback: (line) => {
          if (line.startsWith('provider ') || line === 'all providers failed') show(line);
        },
      },
    );
    if (plan.provider !== null) show('Root agent done');
    return { report: { ...answered, metadata: { ...answered.metadata } }, failure: null };
  } catch (error) {
    const isOurs = error instanceof ProviderError || error instanceof SessionTurnBudgetExceeded;
    if (!isOurs || (error.code === 'CANCELLED' && !stop.signal.aborted)) throw error;
    const own = flags.prompt === undefined ? report : await answer(report, { ...question, airgap: true }, plan.options);
    return { report: withWarning({ ...own, metadata: { ...own.metadata } }, error), failure: error };
  } finally {
    giveBack?.();
  }
}

function withWarning(report: Report, error: WordsFailure): Report {
  const { code, message, howToFix } =
    error.code === 'CANCELLED'
      ? {
          code: 'LLM_INTERRUPTED',
          message: 'The language model was interrupted. The words are our own.',
          howToFix: 'Run again and let the model answer.',
        }
      : {
          code: 'LLM_FAILED',
          message: `The language model gave no words (${error.code}). The words are our own.`,
          howToFix: 'See the line on stderr.',
        };
  const notice = { code, severity: 'warning' as const, message, section: 'narrative', how_to_fix: howToFix };
  return {
    ...report,
    diagnostics: [...report.diagnostics, notice],
    warnings: [...report.warnings, `${code}: ${message} ${howToFix}`],
  };
}

/** The failure as the error that ends the command: its own code, and one line of ours. */
export function failureOf(failure: WordsFailure, io: Io): Error {
  const message = messageOf(failure, io);
  const error = new Error(message, { cause: failure });
  return Object.assign(error, { [BRAND]: true, code: failure.code, details: failure.details });
}

function messageOf(failure: WordsFailure, io: Io): string {
  if (failure.code === 'CANCELLED') return 'the model was interrupted; the words of the report are our own';
  return failure instanceof ProviderError ? providerMessage(failure, io) : failure.message;
}

/** By which errors of the product are known, whichever copy raised them. */
const BRAND = Symbol.for('perfxpert.error');
