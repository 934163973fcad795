import type { Report } from '../pipeline/report-schema.js';
import type { Routing } from './route-query.js';

const LISTED_KERNELS = 5;
const LISTED_ENTRIES = 8;
const LISTED_NOTICES = 8;

/** What a model is shown of a report to open it: verdict, partition, the top of both lists, and what to be careful of. */
export function rootFacts(query: string, routing: Routing, report: Report): Readonly<Record<string, unknown>> {
  const { summary, execution_breakdown: breakdown, trace_diff: diff } = report;
  const { devices: _devices, ...whole } = breakdown ?? {};
  return {
    user_query: query,
    routing: { intent: routing.intent, routed_to: routing.routed_to },
    verdict: {
      primary_bottleneck: summary.primary_bottleneck,
      driver: summary.driver,
      confidence: summary.confidence,
      overall_assessment: summary.overall_assessment,
      key_findings: summary.key_findings,
      evidence: summary.evidence ?? [],
    },
    execution_breakdown: breakdown === null ? null : whole,
    hotspots: report.hotspots.slice(0, LISTED_KERNELS).map((hotspot) => ({
      name: hotspot.name,
      calls: hotspot.calls,
      avg_duration: hotspot.avg_duration,
      percent_of_total: hotspot.percent_of_total,
      limiter: hotspot.diagnosis?.limiter ?? null,
    })),
    recommendations: report.recommendations.slice(0, LISTED_ENTRIES).map((entry) => ({
      id: entry.id,
      title: entry.title,
      priority: entry.priority,
      issue: entry.issue,
      suggestion: entry.suggestion,
      estimated_impact: entry.estimated_impact,
      target: entry.target,
    })),
    ...(report.thermal === undefined ? {} : { thermal: report.thermal }),
    ...(diff === undefined || !('verdict' in diff)
      ? {}
      : { comparison: { verdict: diff.verdict, narrative: diff.narrative } }),
    notices: report.warnings.slice(0, LISTED_NOTICES),
  };
}
