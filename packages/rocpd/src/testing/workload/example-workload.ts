import { COLLECTIVE_KIND } from './default-workload.js';
import { EXAMPLE_KINDS } from './example-kinds.js';
import type { KernelKind, StepAction, Workload } from './workload.js';

const LAYERS = 4;
const LAYERS_PER_COLLECTIVE = 2;
const OPTIMIZER_LAUNCHES = 140;
const STEPS = 5;
const MIB = 2 ** 20;

const { feedForwardGemm, attentionGemm, attention, layerNorm, add, gelu, adam } = EXAMPLE_KINDS;
const KINDS: readonly KernelKind[] = [feedForwardGemm, attentionGemm, attention, layerNorm, add, gelu, adam];
const FORWARD_LAYER = [
  ...[layerNorm, attentionGemm, attention, attentionGemm, add],
  ...[layerNorm, feedForwardGemm, gelu, feedForwardGemm, add],
];
const BACKWARD_LAYER = [
  ...[feedForwardGemm, feedForwardGemm, gelu, feedForwardGemm, feedForwardGemm, layerNorm, add],
  ...[attentionGemm, attentionGemm, attention, attention, attentionGemm, layerNorm, add],
];

/**
 * Five steps of training a small transformer, with what real loops suffer from: the host loads a batch while the GPU
 * idles, uploads it from pageable memory, launches the optimizer as many tiny kernels, and waits for a slower rank in
 * the all-reduce of the last gradients. The attention kernel takes `attentionFactor` times as long.
 */
export function exampleWorkload(attentionFactor = 1): Workload {
  const step = exampleStep();
  return {
    kinds: KINDS.map((kind) => (kind === attention ? { ...kind, medianNs: kind.medianNs * attentionFactor } : kind)),
    collectiveKind: COLLECTIVE_KIND,
    pick: () => 0,
    step,
    dispatches: STEPS * launchCount(step),
    callsPerDispatch: 2,
    launchNs: 4200,
    launchGapNs: 2200,
    computeStreams: 1,
    // No divisor of the number of launches per step, so that other kernels are counted in each step.
    counterEvery: 23,
    slowRank: { rank: 3, factor: 1.06 },
  };
}

function exampleStep(): StepAction[] {
  const actions: StepAction[] = [
    { kind: 'push', message: 'step {step}' },
    { kind: 'push', message: 'load batch' },
    { kind: 'pause', ns: 1_200_000 },
    { kind: 'copy', direction: 'to_device', bytes: 96 * MIB, mode: 'blocking' },
    { kind: 'pop' },
    { kind: 'push', message: 'forward' },
  ];
  for (let layer = 0; layer < LAYERS; layer += 1) actions.push(launches(FORWARD_LAYER));
  actions.push({ kind: 'pop' }, { kind: 'push', message: 'backward' });
  for (let layer = 1; layer <= LAYERS; layer += 1) {
    actions.push(launches(BACKWARD_LAYER));
    if (layer % LAYERS_PER_COLLECTIVE === 0) actions.push({ kind: 'collective', bytes: 128 * MIB });
  }
  actions.push({ kind: 'pop' }, { kind: 'wait_collectives' }, { kind: 'synchronize' });
  actions.push({ kind: 'push', message: 'optimizer' });
  actions.push(launches(new Array<KernelKind>(OPTIMIZER_LAUNCHES).fill(adam)), {
    kind: 'pop',
  });
  actions.push({ kind: 'copy', direction: 'to_host', bytes: 4, mode: 'blocking' }, { kind: 'pop' });
  return actions;
}

function launches(kinds: readonly KernelKind[]): StepAction {
  return { kind: 'kernels', count: 0, only: kinds.map((kind) => KINDS.indexOf(kind)) };
}

function launchCount(step: readonly StepAction[]): number {
  let count = 0;
  for (const action of step) {
    if (action.kind === 'kernels') count += action.only?.length ?? action.count;
    if (action.kind === 'collective') count += 1;
  }
  return count;
}
