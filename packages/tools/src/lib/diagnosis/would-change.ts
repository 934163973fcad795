import type { Bottleneck, Verdict } from '../../schemas/verdict.js';
import { APP_PLACEHOLDER } from '../profiler/full-command.js';
import { percentOf } from '../statistics/percent-of.js';
import { percentText, timeText } from './figures.js';
import type { KernelVerdict } from './kernel-verdict.js';
import { printable } from './printable.js';
import { firstPassCounters } from './profiler-commands.js';
import { RULE_THRESHOLDS } from './rule-thresholds.js';
import type { RuleInput } from './rule.js';
import { trustIn } from './trust.js';
import type { VerdictCandidate } from './verdict-candidates.js';

type WouldChange = NonNullable<Verdict['would_change']>;
type Rival = NonNullable<WouldChange['rival']>;

/** What a verdict was chosen from. */
export interface Contest {
  /** Causes outside the kernels, largest first. */
  readonly candidates: readonly VerdictCandidate[];
  /** What the kernels alone would be judged to be. */
  readonly kernels: KernelVerdict | null;
  readonly verdict: { readonly primary_bottleneck: Bottleneck; readonly driver: string | null };
  /** What shares are taken of, nanoseconds. */
  readonly judgedNs: number;
}

/**
 * What would change the verdict: the nearest rival with the measure at which it would win, and data that is missing and
 * could decide otherwise. The measures are the thresholds of the verdict itself.
 */
export function whatWouldChange(input: RuleInput, contest: Contest): WouldChange {
  return { rival: nearestRival(contest), missing: missingData(input, contest) };
}

/** Rivals that can be told in time; the one with the least way to go. */
function nearestRival(contest: Contest): Rival | null {
  const rivals = [...causeRivals(contest), ...kernelRivals(contest)];
  const way = (rival: Rival): number => Math.abs(rival.wins_at_ns - rival.value_ns);
  return rivals.sort((left, right) => way(left) - way(right))[0] ?? null;
}

function causeRivals({ candidates, verdict, judgedNs }: Contest): Rival[] {
  const [winner, second] = candidates;
  if (verdict.driver === 'mixed' && winner !== undefined && second !== undefined && winner.isDecisive) {
    const wins = RULE_THRESHOLDS.mixedRatioFrac.value * winner.ns;
    const text = `${winner.driver} would decide alone if ${second.driver} took less than ${amountText(wins, judgedNs)} instead of ${amountText(second.ns, judgedNs)}.`;
    return [rivalOf(winner, second, wins, text)];
  }
  const leadingNs = winner?.driver === verdict.driver ? winner.ns : 0;
  return candidates
    .filter(({ driver }) => driver !== verdict.driver)
    .map((candidate) => {
      const wins = Math.max(candidate.decisiveNs, leadingNs);
      const text = `${candidate.driver} would decide from ${amountText(wins, judgedNs)} on; it takes ${amountText(candidate.ns, judgedNs)}.`;
      return rivalOf(candidate, candidate, wins, text);
    });
}

/** Kernels decide where the cause that does falls below its threshold; among kernels the class of most of their time. */
function kernelRivals({ candidates, kernels, verdict, judgedNs }: Contest): Rival[] {
  if (kernels === null) return [];
  const [winner] = candidates;
  if (winner !== undefined && winner.driver === verdict.driver) {
    const text = `Kernels (${kernels.driver}) would decide if ${winner.driver} took less than ${amountText(winner.decisiveNs, judgedNs)} instead of ${amountText(winner.ns, judgedNs)}.`;
    const rival = { bottleneck: kernels.bottleneck, driver: kernels.driver };
    return [rivalOf(rival, winner, winner.decisiveNs, text)];
  }
  const totalNs = [...kernels.classNs.values()].reduce((sum, ns) => sum + ns, 0);
  return [...kernels.classNs]
    .filter(([bottleneck, ns]) => bottleneck !== verdict.primary_bottleneck && bottleneck !== 'mixed' && ns > 0)
    .map(([bottleneck, ns]) => {
      const wins = (RULE_THRESHOLDS.hotspotPct.value / 100) * totalNs;
      const text = `Kernels of class ${bottleneck} would decide from ${amountText(wins, judgedNs)} on; they take ${amountText(ns, judgedNs)}.`;
      return rivalOf({ bottleneck, driver: null }, { measure: 'kernel time of that class', ns }, wins, text);
    });
}

function rivalOf(
  { bottleneck, driver }: { readonly bottleneck: Bottleneck; readonly driver: string | null },
  measured: { readonly measure: string; readonly ns: number },
  winsAtNs: number,
  text: string,
): Rival {
  return {
    bottleneck,
    driver,
    measure: measured.measure,
    value_ns: Math.round(measured.ns),
    wins_at_ns: Math.round(winsAtNs),
    text: printable(text),
  };
}

/** `24.9% (18.6 ms)`: of what shares are taken of. */
function amountText(ns: number, judgedNs: number): string {
  return `${percentText(percentOf(ns, judgedNs))} (${timeText(ns)})`;
}

const UNKNOWN_LIMIT = new Set<string | null>(['gpu_bound', 'no_counters', 'small_grid', 'mixed']);

function missingData(input: RuleInput, { verdict, candidates }: Contest): WouldChange['missing'] {
  const { facts, clockDoubtNs } = input;
  const { idleDoubt } = trustIn(facts);
  const missing: WouldChange['missing'] = [];
  const isCause = candidates.some(({ driver, isDecisive }) => isDecisive && driver === verdict.driver);
  if (!isCause && UNKNOWN_LIMIT.has(verdict.driver))
    missing.push({
      data: 'counters',
      could_become: ['compute', 'memory_transfer', 'latency'],
      text: facts.hardwareCounters.has_counters
        ? 'The counters recorded do not show what bounds most of the kernel time.'
        : 'Without counters nobody can tell whether memory, arithmetic or waiting bounds the kernels.',
      how_to_collect: `rocprofv3 --pmc ${facts.hardwareCounters.has_counters ? 'FETCH_SIZE' : firstPassCounters(facts)} -- ${APP_PLACEHOLDER}`,
    });
  if (!isCause && verdict.driver === 'latency_bound')
    missing.push({
      data: 'thread_trace',
      could_become: ['compute', 'memory_transfer'],
      text: 'No unit is near its limit: what the waves wait for needs a thread trace.',
      how_to_collect: `rocprofv3 --att --att-library-path /opt/rocm/lib -- ${APP_PLACEHOLDER}`,
    });
  if (verdict.driver === 'gpu_idle')
    missing.push({
      data: clockDoubtNs === null ? 'api_calls' : 'clocks_that_agree',
      could_become: ['latency', 'api_overhead'],
      text:
        clockDoubtNs === null
          ? 'No API calls were recorded: who keeps the GPU waiting is unknown.'
          : `The clocks of host and GPU disagree by ${timeText(clockDoubtNs)}: who keeps the GPU waiting is unknown.`,
      how_to_collect: `rocprofv3 --sys-trace -- ${APP_PLACEHOLDER}`,
    });
  if (idleDoubt !== null)
    missing.push({
      data: 'whole_time_line',
      could_become: ['latency', 'api_overhead'],
      text: `Idle time is not judged: ${idleDoubt}.`,
      how_to_collect: `rocprofv3 --sys-trace -- ${APP_PLACEHOLDER}`,
    });
  if (verdict.driver === 'rccl_exposed' && facts.processes.length < 2)
    missing.push({
      data: 'other_ranks',
      could_become: ['latency', 'compute'],
      text: 'One rank was given: whether its collectives wait for a late rank needs the traces of the others.',
      how_to_collect: `rocprofv3 --sys-trace -- ${APP_PLACEHOLDER}, on every rank; then give all files`,
    });
  return missing;
}
