import { cacheHitSeverity } from '@perfxpert/knowledge';
import * as v from 'valibot';
import { fraction } from '../../schemas/numbers.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

const RateSchema = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
const hitRate = (level: string) =>
  v.optional(v.pipe(RateSchema, v.description(`${level} hit rate, fraction 0..1; null = not measured`)), null);

export const ClassifyCachePerformanceInputSchema = v.strictObject({
  l1_hit_rate: hitRate('L1'),
  l2_hit_rate: hitRate('L2'),
});

const SeveritySchema = v.picklist(['good', 'warn', 'critical', 'unknown']);
const LevelSchema = v.object({ severity: SeveritySchema, hit_rate: v.nullable(fraction('As given')) });

export const ClassifyCachePerformanceOutputSchema = v.object({
  l1: LevelSchema,
  l2: LevelSchema,
  overall_severity: v.pipe(SeveritySchema, v.description('The worse of the two that are known')),
});

export type ClassifyCachePerformanceInput = v.InferInput<typeof ClassifyCachePerformanceInputSchema>;
export type CachePerformance = v.InferOutput<typeof ClassifyCachePerformanceOutputSchema>;
type Severity = CachePerformance['overall_severity'];

/** From best to worst; a level that was not measured counts for nothing. */
const BY_SEVERITY: readonly Severity[] = ['unknown', 'good', 'warn', 'critical'];

/**
 * How cache hit rates (0..1) are judged: L1 good from 0.80, warn from 0.50; L2 good from 0.60, warn from 0.40; else
 * critical. A missing rate is `unknown`; overall is the worst of the known ones.
 *
 * Source: knowledge, memory_hierarchy.
 *
 * @throws ToolError INVALID_ARGUMENT outside 0..1.
 */
export function classifyCachePerformance(
  input: ClassifyCachePerformanceInput = {},
  options: ToolOptions = {},
): CachePerformance {
  return callSyncTool(classifyCachePerformanceTool, input, options);
}

export const classifyCachePerformanceTool = defineSyncTool({
  key: 'memory.classify_cache_performance',
  description:
    'Whether L1 and L2 hit rates (0..1) are good, worth a look or critical; a missing rate is unknown. Use after ' +
    'reading cache counters. Example: l1_hit_rate 0.6, l2_hit_rate 0.3.',
  toolClass: 'read_only',
  inputSchema: ClassifyCachePerformanceInputSchema,
  outputSchema: ClassifyCachePerformanceOutputSchema,
  run({ l1_hit_rate: l1, l2_hit_rate: l2 }) {
    const severities = [severityOf('l1', l1), severityOf('l2', l2)] as const;
    const worst = Math.max(...severities.map((severity) => BY_SEVERITY.indexOf(severity)));
    return {
      l1: { severity: severities[0], hit_rate: l1 },
      l2: { severity: severities[1], hit_rate: l2 },
      overall_severity: BY_SEVERITY[worst] ?? 'unknown',
    };
  },
});

function severityOf(level: 'l1' | 'l2', rate: number | null): Severity {
  return rate === null ? 'unknown' : cacheHitSeverity(level, rate);
}
