import { EVIDENCE_SOURCES, evidence, windowEvidence } from '../evidence.js';
import { countText, numberText, percentText, timeText } from '../figures.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import { actionOnKernel } from '../library-kernel.js';
import { kernelRecoverableNs } from '../recoverable-time.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { Rule } from '../rule.js';
import { smallGrids } from '../small-grids.js';
import { windowPct } from '../window-time.js';

/** Kernels with workgroups for at most half of the compute units run alone for more than 20 % of the window. */
export const smallGrid: Rule = {
  id: 'ROCPD-GRID-001',
  name: 'small_grid',
  evaluate({ facts, time }) {
    if (time === null) return [];
    const grids = smallGrids(facts, time);
    if (grids === null || windowPct(time, grids.exclusiveNs) <= RULE_THRESHOLDS.smallGridPct.value) return [];
    const { hotspot, blocks } = grids.leader;
    const kernel = kernelDisplayName(hotspot.name);
    return [
      {
        priority: 'HIGH',
        category: 'Small Grid',
        title: `Run independent launches of ${kernel} on several streams`,
        issue:
          `${grids.kernelCount === 1 ? `${kernel} launches` : `${kernel} and ${countText(grids.kernelCount - 1, 'more kernel')} launch`} too few workgroups ` +
          `(${blocks} for ${grids.cuCount} compute units) and ${grids.kernelCount === 1 ? 'runs' : 'run'} alone for ${percentText(windowPct(time, grids.exclusiveNs))} of the window (${timeText(grids.exclusiveNs)}).`,
        suggestion: `Launch ${kernel} on several streams where its calls do not depend on each other; ${blocks} workgroups leave ${grids.cuCount - blocks} compute units empty.`,
        actions: [
          `Use hipStreamCreate for as many streams as independent calls of ${kernel} exist`,
          actionOnKernel(
            hotspot.name,
            kernel,
            `Change ${kernel} to smaller tiles, so that one launch has at least ${numberText(grids.cuCount)} workgroups`,
          ),
        ],
        confidence: 0.6,
        target: hotspot.name,
        isKernel: true,
        evidence: [
          ...windowEvidence(time, 'small_grid_exclusive', grids.exclusiveNs, EVIDENCE_SOURCES.facts),
          evidence('workgroups', blocks, 'count'),
          evidence('compute_units', grids.cuCount, 'count'),
          evidence('calls', hotspot.calls, 'count', EVIDENCE_SOURCES.hotspots),
        ],
        kernels: grids.kernels,
        recoverableNs: kernelRecoverableNs(time, grids.unusedNs),
        arithmetic:
          'recoverable_ns = sum over the kernels of exclusive_ns x (1 - workgroups / compute_units) / devices',
        impact: 'the share of the compute units that stay empty, times the time these kernels run alone.',
        commands: [],
        effort: 'medium',
        risk: 'calls that depend on each other must stay in order: use events',
      },
    ];
  },
};
