import {
  counterCatalogue,
  counterInfo,
  derivedMetrics,
  findOptimizationTechnique,
  findProvenOptimization,
  invalidCounterNames,
  metricThresholds,
  optimizationTechniques,
  provenOptimizations,
} from '@perfxpert/knowledge';
import { METRIC_DEFINITIONS } from '../counters/metric-definitions.js';
import { SOURCE_PATTERNS } from '../source-scan/source-patterns.js';
import { RULE_TEXTS } from './rule-texts.js';
import { BOTTLENECK_TEXTS, DRIVER_TEXTS, IDLE_CAUSE_TEXTS, idleCauseNamed } from './verdict-texts.js';

/** What a term of a report is. */
export interface TermExplanation {
  readonly term: string;
  readonly kind: 'counter' | 'metric' | 'rule' | 'technique' | 'class' | 'driver' | 'idle cause' | 'field';
  /** One or two sentences. */
  readonly text: string;
  readonly unit: string | null;
  /** What else is known, by name: `formula on gfx942`, `fires when`, ... */
  readonly facts: readonly { readonly name: string; readonly value: string }[];
}

/** Metrics of ours whose formula the catalogue has under another name. */
const CATALOGUE_NAMES: Readonly<Record<string, string>> = {
  l1_hit_rate: 'L1HitRate',
  l2_hit_rate: 'L2CacheHit',
  hbm_read_bytes: 'FETCH_SIZE',
  hbm_write_bytes: 'WRITE_SIZE',
  hbm_bw_utilization: 'HBM_BW',
};

/**
 * What a counter, a metric, a rule of the diagnosis, a technique, a class or driver of the verdict or a cause of idle
 * time is; null for a name that none of them has. Rules also by the id of a finding: `ROCPD-OCCUPANCY-001-1f2e3d4c`,
 * `ROCPD-MEMCPY-002`; causes also by the words of a report: `late launch`.
 */
export function explainTerm(term: string): TermExplanation | null {
  return (
    explainRule(term) ?? explainMetric(term) ?? explainCounter(term) ?? explainTechnique(term) ?? explainVerdict(term)
  );
}

/** Every name that `explainTerm` knows without a trace, each once. */
export function explainableTerms(): string[] {
  const patterns = Object.keys(SOURCE_PATTERNS).map(ruleOfPattern);
  return [
    ...new Set([
      ...Object.keys(RULE_TEXTS),
      ...patterns,
      ...METRIC_DEFINITIONS.map(({ id }) => id),
      ...derivedMetrics().map(({ name }) => name),
      ...Object.keys(metricThresholds()),
      ...counterCatalogue().counters.map(({ name }) => name),
      ...optimizationTechniques().map(({ id }) => id),
      ...provenOptimizations().map(({ id }) => id),
      ...Object.keys(BOTTLENECK_TEXTS),
      ...Object.keys(DRIVER_TEXTS),
      ...Object.keys(IDLE_CAUSE_TEXTS),
    ]),
  ];
}

function explainRule(term: string): TermExplanation | null {
  const rule = /^(ROCPD-[A-Z0-9_-]+?)-\d{3}(?:-[0-9a-f]{8})?$/.exec(term.toUpperCase().replace(/-[0-9A-F]{8}$/, ''));
  const id = `${rule?.[1] ?? ''}-001`;
  const pattern = Object.entries(SOURCE_PATTERNS).find(([name]) => ruleOfPattern(name) === id)?.[1];
  if (pattern !== undefined)
    return explanation(id, 'rule', `${pattern.description}.`, null, [
      ['severity', `${pattern.severity}; in a loop ${pattern.severityInLoop}`],
      ['do', pattern.advice?.suggestion ?? ''],
    ]);
  const text = Object.hasOwn(RULE_TEXTS, id) ? RULE_TEXTS[id] : undefined;
  if (text === undefined) return null;
  return explanation(id, 'rule', text.means, null, [['fires when', text.fires_when]]);
}

function ruleOfPattern(name: string): string {
  return `ROCPD-SRC-${name.toUpperCase().replaceAll('_', '-')}-001`;
}

function explainMetric(term: string): TermExplanation | null {
  const own = METRIC_DEFINITIONS.find(({ id }) => id === term);
  const name = Object.hasOwn(CATALOGUE_NAMES, term) ? CATALOGUE_NAMES[term] : term;
  const metric = derivedMetrics().find((known) => known.name === name);
  const levels = Object.entries(metricThresholds()).find(([key]) => key === term)?.[1];
  if (own === undefined && metric === undefined && levels === undefined) return null;
  const meaning = metric?.meaning ?? (own === undefined ? 'A share that AMD grades.' : 'Computed from counters.');
  return explanation(term, 'metric', meaning, own?.unit ?? metric?.unit ?? (levels === undefined ? null : 'fraction'), [
    ...Object.entries(metric?.by_arch ?? {}).map(([archs, formula]) => [`formula on ${archs}`, formula] as const),
    ['note', metric?.note ?? ''],
    ...(levels === undefined
      ? []
      : ([['graded', `good from ${levels.high}, acceptable from ${levels.medium}, weak from ${levels.low}`]] as const)),
  ]);
}

function explainCounter(term: string): TermExplanation | null {
  const info = counterInfo(term) ?? counterInfo(term.toUpperCase());
  if (info === null) {
    const instead = invalidCounterNames().get(term);
    if (instead === undefined) return null;
    return explanation(term, 'counter', 'No hardware counts this.', null, [['use instead', instead ?? 'nothing']]);
  }
  const text = info.description === '' ? 'A counter of which only the name is known.' : asSentence(info.description);
  return explanation(info.name, 'counter', text, info.unit, [
    ['block', info.block ?? ''],
    ['architectures', info.archs === 'all' ? 'all' : info.archs.join(', ')],
    ['suffix', info.reduction === null ? '' : `${info.reduction} over the instances of the block`],
    ['computed', info.derived ? 'from other counters' : ''],
  ]);
}

function explainTechnique(term: string): TermExplanation | null {
  const technique = findOptimizationTechnique(term);
  if (technique !== null)
    return explanation(term, 'technique', asSentence(technique.do), null, [
      ['helps with', technique.when],
      ['verify by', technique.verify.join(', ')],
    ]);
  const proven = findProvenOptimization(term);
  if (proven === null) return null;
  const [low, high] = proven.measured_speedup_range;
  const conditions = proven.preconditions.map(({ metric, op, threshold }) => `${metric} ${op} ${threshold}`);
  return explanation(term, 'technique', proven.description, null, [
    ['technique', proven.technique],
    ['needs', conditions.join(', ')],
    ['can fail', proven.failure_modes.join('; ')],
    ['as published', `${low} to ${high} times as fast (${proven.source_citation}), not checked by us`],
  ]);
}

/** Of `allocation`, which is both, the driver; the cause says the same. */
function explainVerdict(term: string): TermExplanation | null {
  const driver = Object.hasOwn(DRIVER_TEXTS, term) ? DRIVER_TEXTS[term] : undefined;
  if (driver !== undefined)
    return explanation(term, 'driver', driver.means, null, [['class', driver.classes.join(', ')]]);
  const bottleneck = Object.entries(BOTTLENECK_TEXTS).find(([name]) => name === term);
  if (bottleneck !== undefined) {
    const drivers = Object.entries(DRIVER_TEXTS).filter(([, { classes }]) => classes.some((name) => name === term));
    return explanation(term, 'class', bottleneck[1], null, [['drivers', drivers.map(([name]) => name).join(', ')]]);
  }
  const cause = idleCauseNamed(term);
  return cause === null ? null : explanation(cause, 'idle cause', IDLE_CAUSE_TEXTS[cause], null, []);
}

function explanation(
  term: string,
  kind: TermExplanation['kind'],
  text: string,
  unit: string | null,
  facts: readonly (readonly [name: string, value: string])[],
): TermExplanation {
  const told = facts.filter(([, value]) => value !== '').map(([name, value]) => ({ name, value }));
  return { term, kind, text: asSentence(text), unit, facts: told };
}

function asSentence(text: string): string {
  const begun = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}
