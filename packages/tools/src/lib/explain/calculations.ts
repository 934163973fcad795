import type { Calculation } from '../../schemas/explanation.js';
import type { Recommendation } from '../../schemas/recommendation.js';

/** Utilisations of units, of which the largest is `busy` in a formula. */
const BUSY_UNITS: readonly string[] = ['hbm_utilization_pct', 'mfma_utilization_pct', 'valu_busy_pct'];

/**
 * How the bound of a finding follows from its evidence, and what part of the window it is. Empty for a finding without a
 * bound.
 *
 * @param wallNs window, nanoseconds; null without GPU work
 */
export function calculationsOf(finding: Recommendation, wallNs: number | null): Calculation[] {
  const { recoverable_ns: boundNs, recoverable_pct: boundPct, arithmetic, evidence } = finding;
  if (boundNs === null) return [];
  const operands = evidence.flatMap(({ metric, value, unit }) =>
    typeof value === 'number' && isOperand(metric, arithmetic) ? [{ name: metric, value, unit }] : [],
  );
  const bound: Calculation = {
    result: 'recoverable_ns',
    formula: arithmetic ?? 'recoverable_ns: an upper bound from the evidence',
    operands,
    value: boundNs,
    unit: 'ns',
  };
  if (wallNs === null || boundPct === null) return [bound];
  return [
    bound,
    {
      result: 'recoverable_pct',
      formula: 'recoverable_pct = 100 x recoverable_ns / wall_ns',
      operands: [
        { name: 'recoverable_ns', value: boundNs, unit: 'ns' },
        { name: 'wall_ns', value: wallNs, unit: 'ns' },
      ],
      value: boundPct,
      unit: 'percent',
    },
  ];
}

/** Whether a formula uses a figure: by its name, or as one of the units that `busy` stands for. */
function isOperand(metric: string, formula: string | undefined): boolean {
  if (formula === undefined) return true;
  const words = new Set(formula.match(/\w+/g));
  return words.has(metric) || (words.has('busy') && BUSY_UNITS.includes(metric));
}
