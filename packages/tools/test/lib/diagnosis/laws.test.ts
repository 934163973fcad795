import { describe, expect, it } from '@jest/globals';
import { findProvenOptimization } from '@perfxpert/knowledge';
import fc from 'fast-check';
import * as v from 'valibot';
import { DiagnosticSchema } from '../../../src/schemas/diagnostic.js';
import { RecommendationSchema } from '../../../src/schemas/recommendation.js';
import { PRIORITIES } from '../../../src/terms/priorities.js';
import type { Recommendation } from '../../../src/schemas/recommendation.js';
import { VerdictSchema } from '../../../src/schemas/verdict.js';
import { diagnose } from '../../../src/lib/diagnosis/diagnose.js';
import type { Diagnosis } from '../../../src/lib/diagnosis/diagnose.js';
import { RULES } from '../../../src/lib/diagnosis/rules/index.js';
import type { TraceFacts } from '../../../src/lib/facts/trace-facts.js';
import { randomFacts } from './random-facts.js';
import { richFacts } from './rich-facts.js';

/** The time that the finding of a rule acts on, nanoseconds of the window. */
function actedOnNs({ name, target }: Recommendation, facts: TraceFacts): number {
  const time = facts.executionBreakdown!;
  const devices = time.devices.length;
  const exclusiveNs = facts.hotspots.reduce((sum, hotspot) => sum + hotspot.exclusive_ns, 0) / devices;
  switch (name) {
    case 'exposed_copies':
    case 'memory_bandwidth':
      return time.copy_exposed_ns;
    case 'exposed_communication':
      return time.communication_exposed_ns;
    case 'api_overhead':
    case 'gpu_idle':
    case 'launch_overhead':
    case 'launch_efficiency':
      // Where waits or launches drive it, one entry speaks for all of it.
      return time.idle_other_ns + time.api_exposed_ns;
    case 'low_occupancy':
    case 'att_stall': {
      const own = facts.hotspots.find((hotspot) => hotspot.name === target)?.exclusive_ns ?? 0;
      return Math.min(own / devices, time.compute_ns);
    }
    default:
      return Math.min(exclusiveNs, time.compute_ns);
  }
}

const KERNEL_RULES = [
  'low_occupancy',
  'att_stall',
  'compute_bound_kernel',
  'mixed_kernel',
  'memory_bound_kernel',
  'small_grid',
];

/** Findings that stay exclude each other: together they promise no more than the time there is. */
function expectDisjoint(recommendations: readonly Recommendation[], facts: TraceFacts): void {
  const time = facts.executionBreakdown;
  if (time === null) return;
  const bounds = (isMeant: (name: string) => boolean) =>
    recommendations.reduce((sum, { name, recoverable_ns: ns }) => sum + (isMeant(name) ? (ns ?? 0) : 0), 0);
  const isKernel = (name: string) => KERNEL_RULES.includes(name) || findProvenOptimization(name) !== null;
  expect(bounds(isKernel)).toBeLessThanOrEqual(time.compute_ns);
  expect(bounds((name) => !isKernel(name))).toBeLessThanOrEqual(
    time.copy_exposed_ns + time.communication_exposed_ns + time.api_exposed_ns + time.idle_other_ns,
  );
  expect(bounds(() => true)).toBeLessThanOrEqual(time.wall_ns);
}

function expectLaws(facts: TraceFacts, { verdict, recommendations, diagnostics }: Diagnosis): void {
  v.parse(VerdictSchema, verdict);
  for (const diagnostic of diagnostics) v.parse(DiagnosticSchema, diagnostic);
  for (const entry of recommendations) v.parse(RecommendationSchema, entry);
  expectDisjoint(recommendations, facts);
  const ids = recommendations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const rank = ({ recoverable_ns: ns, priority, id }: Recommendation) => ({
    ns: ns ?? -1,
    priority: PRIORITIES.indexOf(priority),
    id,
  });
  for (const [index, entry] of recommendations.slice(1).entries()) {
    const [before, after] = [rank(recommendations[index]!), rank(entry)];
    const isOrdered =
      before.ns > after.ns ||
      (before.ns === after.ns &&
        (before.priority < after.priority || (before.priority === after.priority && before.id < after.id)));
    expect(isOrdered).toBe(true);
  }
  for (const entry of recommendations) {
    expect(entry.evidence.length).toBeGreaterThan(0);
    for (const { source } of entry.evidence) expect(source).toMatch(/^[a-z_]+\.[a-z_]+$/);
    for (const { value } of entry.evidence) expect(Number.isNaN(value)).toBe(false);
    const text = `${entry.title} ${entry.issue} ${entry.suggestion} ${entry.estimated_impact} ${entry.actions.join(' ')}`;
    expect(text).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
    if (entry.recoverable_ns === null) continue;
    expect(entry.recoverable_ns).toBeLessThanOrEqual(actedOnNs(entry, facts) + 1e-6);
    expect(entry.estimated_impact).toMatch(/^At most /);
  }
  const words = [verdict.overall_assessment, ...verdict.key_findings].join(' ');
  expect(words).not.toMatch(/NaN|Infinity|undefined|null|\[object/);
  for (const finding of verdict.key_findings) expect(finding).toMatch(/\d/);
  if (verdict.primary_bottleneck !== 'data_insufficient')
    expect(verdict.scores[0]?.bottleneck).toBe(verdict.primary_bottleneck);
}

describe('laws of a diagnosis', () => {
  it('hold for any facts', () => {
    fc.assert(
      fc.property(randomFacts, (facts) => expectLaws(facts, diagnose(facts))),
      { numRuns: 150 },
    );
  });

  it('hold where every rule speaks', () => {
    const fired = new Set<string>();
    for (const { facts, options } of richFacts()) {
      const diagnosis = diagnose(facts, options);
      expectLaws(facts, diagnosis);
      for (const { name } of diagnosis.recommendations)
        fired.add(findProvenOptimization(name) === null ? name : 'catalogue_technique');
    }
    // Ranks and monitor logs have facts and tests of their own.
    const elsewhere = ['rank_straggler', 'thermal_throttling'];
    expect([...fired, ...elsewhere].sort()).toEqual(RULES.map(({ name }) => name).sort());
  });

  it('equal facts give equal results', () => {
    fc.assert(
      fc.property(randomFacts, (facts) => {
        expect(JSON.stringify(diagnose(structuredClone(facts)))).toBe(JSON.stringify(diagnose(facts)));
      }),
      { numRuns: 30 },
    );
  });

  it('every rule has an id and a name of its own', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
    for (const { id } of RULES) expect(id).toMatch(/^ROCPD-[A-Z-]+-\d{3}$/);
  });
});
