import type { Trace, TraceProcess } from '@perfxpert/rocpd';
import { computeFacts } from './compute-facts.js';
import type { FactsOptions, TraceFacts } from './trace-facts.js';

/** Sets of facts kept of one open trace: one for each number of kernels that was asked for, the latest ones. */
const MOST_KEPT = 3;

/** By the list of processes, which is one object for everyone whom a trace cache lends the same open trace. */
const keptFacts = new WeakMap<readonly TraceProcess[], Map<number | undefined, TraceFacts>>();

/**
 * The facts of a trace, computed once for as long as it stays open: whoever asks one question after the other about a
 * trace in a cache waits once. Nobody may change what is returned.
 *
 * @throws what `computeFacts` throws
 */
export async function factsOfOpenTrace(
  trace: Trace,
  options: Pick<FactsOptions, 'topKernels' | 'signal' | 'progressCallback'>,
): Promise<TraceFacts> {
  const ofTrace = keptFacts.get(trace.processes) ?? new Map<number | undefined, TraceFacts>();
  keptFacts.set(trace.processes, ofTrace);
  const known = ofTrace.get(options.topKernels);
  if (known !== undefined) return known;
  const facts = await computeFacts(trace, options);
  ofTrace.set(options.topKernels, facts);
  const [oldest] = ofTrace.keys();
  if (ofTrace.size > MOST_KEPT) ofTrace.delete(oldest);
  return facts;
}
