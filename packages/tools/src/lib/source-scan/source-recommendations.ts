import { PRIORITIES } from '../../terms/priorities.js';
import type { Recommendation } from '../../schemas/recommendation.js';
import type { CodePattern, Tier0Findings } from '../../schemas/tier0-findings.js';
import { printable } from '../diagnosis/printable.js';
import { adviceTitle } from './summarize-patterns.js';

/** How sure a pattern is: it was read, not measured. */
const CONFIDENCE = 0.5;
const NOT_BOUNDED = 'Not bounded: a source scan measures no time.';
/** What recomputes the figures of a scan. */
const EVIDENCE_SOURCE = 'perfxpert analyze --source-dir';

/** The one list of recommendations with those of a source scan in it, in the order of all: saving, priority, id. */
export function withSourceRecommendations(
  recommendations: readonly Recommendation[],
  findings: Tier0Findings,
): Recommendation[] {
  const own = findings.code_patterns.map((pattern) => toRecommendation(pattern, findings));
  return [...recommendations, ...own].sort(
    (a, b) =>
      (b.recoverable_ns ?? -1) - (a.recoverable_ns ?? -1) ||
      PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
      (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

function toRecommendation(pattern: CodePattern, { detected_patterns: patterns }: Tier0Findings): Recommendation {
  const { pattern_id: id, priority, category, issue, suggestion } = pattern;
  const found = patterns.find((candidate) => candidate.pattern_id === id);
  const places = found?.locations ?? [];
  return {
    id: `ROCPD-SRC-${id.toUpperCase().replaceAll('_', '-')}-001`,
    name: `source_${id}`,
    title: adviceTitle(id),
    priority,
    category,
    issue: printable(issue),
    suggestion,
    actions: places.slice(0, 3).map((place) => printable(`Look at ${place}`)),
    estimated_impact: NOT_BOUNDED,
    confidence: CONFIDENCE,
    target: null,
    evidence: [
      { metric: id, value: found?.count ?? 0, unit: 'count', source: EVIDENCE_SOURCE },
      { metric: `${id}_in_loop`, value: found?.in_loop_count ?? 0, unit: 'count', source: EVIDENCE_SOURCE },
    ],
    recoverable_ns: null,
    estimated_saving_ns: null,
    recoverable_pct: null,
    commands: [],
    effort: null,
    risk: null,
  };
}
