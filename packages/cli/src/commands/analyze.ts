import type { Report } from '@perfxpert/agents';
import type { RunPaths } from '@perfxpert/agents/toolkit';
import type { Io } from '../io.js';
import type { LlmPlan } from '../llm/plan-llm.js';
import { deliverReport } from '../output/deliver-report.js';
import type { Destination } from '../output/destinations.js';
import { planDestinations } from '../output/destinations.js';
import { createProgress } from '../progress/create-progress.js';
import { escapeText } from '../render/escape-text.js';
import { partWords } from '../render/filter-words.js';
import { FORMATS, needsTimeline } from '../render/formats.js';
import { redactPaths } from '../render/redact-paths.js';
import type { TextOptions } from '../render/text/text-context.js';
import { hasColors, isUnicodeTerminal, textWidth } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import type { AnalyzeFlags } from './analyze-flags.js';
import { monitorLogOf } from './monitor-log.js';
import { comparisonSettings } from './regression-threshold.js';
import { checkRunsExist, runPaths } from './run-paths.js';
import { parseSourceDateEpoch } from './source-date-epoch.js';

/** Columns of a report in a file. */
const FILE_WIDTH = 92;
/** What switches a variable on. */
const TRUE_WORD = /^\s*(?:1|true|yes|on)\s*$/i;

/** Runs `perfxpert analyze`. Everything is read and drawn before anything is written. */
export async function analyze(flags: AnalyzeFlags, io: Io): Promise<void> {
  const inputs = flags.input.map((input) => checkName('-i: the name of a trace', input));
  if (flags.sourceDir !== undefined) checkName('--source-dir: the name of the folder', flags.sourceDir);
  if (flags.attDir !== undefined) checkName('--att-dir: the name of the folder', flags.attDir);
  if (flags.attDir !== undefined && inputs.length === 0)
    throw new UsageError('--att-dir: a thread trace goes with a trace; give one with -i');
  if (flags.sourceMaxFiles !== undefined && flags.sourceDir === undefined)
    throw new UsageError('--source-max-files: give the folder of the sources with --source-dir');
  const baseline = baselineOf(flags, io);
  const destinations = planDestinations({ ...flags, inputs: [...inputs, ...[baseline ?? []].flat(3)] }, io.cwd);
  const plan = await planOf(flags, io);
  const { report: measured, timeline } = await readReport(inputs, baseline, flags, io);
  refuseEmptyPart(measured);
  const { report, failure } =
    plan === null ? { report: measured, failure: null } : await worded(measured, plan, flags, io);
  const shown = flags.redactPaths ? redactPaths(report) : report;
  const texts: [Destination, string][] = [];
  for (const destination of destinations) {
    const render = await FORMATS[destination.format].loadRenderer();
    texts.push([
      destination,
      render(shown, { ...textOptions(destination, flags, io), timeline, sections: flags.sections }),
    ]);
  }
  for (const [destination, text] of texts) await deliverReport(destination, text, flags.progress, io);
  noteAbsentSections(report, flags, io);
  const unused = report.diagnostics.find(({ code }) => UNUSED_INPUT.has(code));
  if (flags.strict && unused !== undefined) throw new UsageError(`--strict: ${unused.message}`);
  if (failure !== null) throw (await import('../llm/answer-report.js')).failureOf(failure, io);
}

/** A window or a range that holds no GPU work is a mistyped one: a report would say that none was recorded. */
function refuseEmptyPart({ metadata: { filters }, trace_quality: quality }: Report): void {
  if (filters === undefined || quality.dispatches + quality.copies > 0) return;
  const { from_ns: from, to_ns: to, roctx } = filters;
  if (from === null && to === null && roctx === null) return;
  throw new UsageError(
    `no kernel and no copy lies in this part of the trace (${partWords(filters)}); times count from the first GPU work, and perfxpert query TRACE "SELECT DISTINCT text FROM markers" lists marker ranges`,
  );
}

/** Who writes the words; a missing key ends the command before any work. */
async function planOf({ llm }: AnalyzeFlags, io: Io): Promise<LlmPlan | null> {
  const { planLlm } = await import('../llm/plan-llm.js');
  try {
    return await planLlm(llm, io);
  } catch (error) {
    const { ProviderError } = await import('@perfxpert/agents');
    if (!(error instanceof ProviderError)) throw error;
    const { failureOf } = await import('../llm/answer-report.js');
    const failure = failureOf(error, io);
    // Nobody was asked yet: what is wrong is the user's setting, not a service.
    throw error.code === 'FATAL' ? new UsageError(failure.message, { cause: error }) : failure;
  }
}

/** The report with words, and what is shown while somebody is asked for them. */
async function worded(report: Report, plan: LlmPlan, flags: AnalyzeFlags, io: Io) {
  const { answerReport } = await import('../llm/answer-report.js');
  const isPlain = flags.progress && !flags.verbose && io.stderr.isTTY !== true;
  const progress = await createProgress(io, flags);
  const show = (phase: string): void => {
    if (isPlain && plan.provider !== null) io.stderr.write(`[perfxpert] ${escapeText(phase)}\n`);
    else progress.stage(phase);
  };
  io.signal?.addEventListener('abort', progress.stop, { once: true });
  try {
    return await answerReport(report, plan, flags.llm, show, io);
  } finally {
    io.signal?.removeEventListener('abort', progress.stop);
    progress.stop();
  }
}

/** Says which of the chosen sections the report does not have. */
function noteAbsentSections(report: object, { sections, progress }: AnalyzeFlags, io: Io): void {
  const absent = [...(sections ?? [])].filter((key) => key !== 'timeline' && !(key in report));
  if (progress && absent.length > 0) io.stderr.write(`[perfxpert] not in this report: ${absent.join(', ')}\n`);
}

/** Notices that an input beside the trace could not be used. */
const UNUSED_INPUT: ReadonlySet<string> = new Set(['BASELINE_UNAVAILABLE', 'SOURCE_UNAVAILABLE', 'ATT_UNAVAILABLE']);

function baselineOf({ baseline, input }: AnalyzeFlags, io: Io): RunPaths | null {
  if (baseline.length === 0) return null;
  if (input.length === 0) throw new UsageError('--baseline: a comparison needs a trace; give one with -i');
  const runs = runPaths(baseline, '--baseline: a run', io.cwd);
  checkRunsExist([runs], io.cwd);
  return runs;
}

function checkName(what: string, name: string): string {
  if (name === '') throw new UsageError(`${what} is empty`);
  return name;
}

async function readReport(inputs: readonly string[], baseline: RunPaths | null, flags: AnalyzeFlags, io: Io) {
  const comparison = baseline === null ? {} : await comparisonSettings(io.env);
  const epoch = flags.timestamps ? parseSourceDateEpoch(io.env['SOURCE_DATE_EPOCH']) : undefined;
  const progress = await createProgress(io, flags);
  // An interrupt ends the process at once: the line has to go before.
  io.signal?.addEventListener('abort', progress.stop, { once: true });
  try {
    const { analyzeTrace, analyzeTraceWithTimeline } = await import('@perfxpert/agents/analysis');
    const read = needsTimeline(flags.formats)
      ? analyzeTraceWithTimeline
      : async (...request: Parameters<typeof analyzeTrace>) => ({
          report: await analyzeTrace(...request),
          timeline: null,
        });
    return await read(
      {
        ...(inputs.length === 0 ? {} : { database_path: [...inputs] }),
        ...(flags.sourceDir === undefined ? {} : { source_dir: flags.sourceDir }),
        ...(flags.llm.prompt === undefined ? {} : { user_query: flags.llm.prompt }),
        analysis_options: {
          top_kernels: flags.topKernels,
          min_duration_ns: flags.minDurationNs,
          ...(baseline === null ? {} : { baseline_db: copyOf(baseline) }),
          ...(flags.attDir === undefined ? {} : { att_dir: flags.attDir }),
          ...(flags.filters === undefined ? {} : { filters: flags.filters }),
          ...(flags.sourceMaxFiles === undefined ? {} : { source_max_files: flags.sourceMaxFiles }),
        },
      },
      {
        timestamps: flags.timestamps,
        advanced: flags.advanced || TRUE_WORD.test(io.env['PERFXPERT_ADVANCED_RECS'] ?? ''),
        ...monitorLogOf(io),
        ...comparison,
        ...(epoch === undefined ? {} : { sourceDateEpoch: epoch }),
        ...(io.signal === undefined ? {} : { signal: io.signal }),
        progressCallback: progress.stage,
      },
    );
  } finally {
    io.signal?.removeEventListener('abort', progress.stop);
    progress.stop();
  }
}

/** Files are always UTF-8, without colours, and as wide as a report that doesn't go to a terminal. */
function textOptions(destination: Destination, flags: AnalyzeFlags, io: Io): TextOptions {
  if (destination.path !== null) return { width: FILE_WIDTH, isUnicode: true, isColored: false };
  return {
    width: textWidth(io.stdout),
    isUnicode: isUnicodeTerminal(io),
    isColored: hasColors(io.stdout, io.env, flags.color),
  };
}

/** The library takes lists that may be written to. */
function copyOf(runs: RunPaths): string | (string | string[])[] {
  return typeof runs === 'string' ? runs : runs.map((run) => (typeof run === 'string' ? run : [...run]));
}
