import type { GenerateTraceOptions } from '../generate-options.js';
import { createRandom } from '../random.js';
import type { Random } from '../random.js';
import { kernelKind } from './kernel-kinds.js';
import { syntheticKinds } from './synthetic-kinds.js';
import type { CounterModel, KernelKind, StepAction, Workload } from './workload.js';
import { createZipfPicker } from './zipf.js';

/** The kernel of all collectives, one workgroup per channel as RCCL launches it. */
export const COLLECTIVE_KIND: KernelKind = kernelKind('ncclDevKernel_Generic_1(ncclDevKernelArgsStorage<4096ul>)', 0, {
  grid: [14_336, 1, 1],
  vgpr: 96,
  sgpr: 96,
  ldsBytes: 29_808,
});

/** A training-like program of the size that the options ask for. */
export function defaultWorkload(options: GenerateTraceOptions, seed: number): Workload {
  const random = createRandom(seed + 104_729);
  const counters = options.counters ?? [];
  const instances = options.counterInstances ?? 1;
  const kinds = syntheticKinds(options.kernelNames ?? 100, options.medianKernelNs ?? 10_000, random).map((kind) => ({
    ...kind,
    counters: counters.map((name) => counterModel(name, instances, random)),
  }));
  return {
    kinds,
    collectiveKind: COLLECTIVE_KIND,
    pick: createZipfPicker(kinds.length, options.zipfExponent ?? 1.1),
    step: trainingStep(options),
    dispatches: options.dispatches ?? 10_000,
    callsPerDispatch: Math.max(1, options.regionsPerDispatch ?? 2),
    launchNs: options.launchNs ?? 3500,
    launchGapNs: options.launchGapNs ?? 1500,
    computeStreams: Math.max(1, options.computeStreams ?? 1),
    counterEvery: counters.length === 0 ? 0 : (options.counterEvery ?? 1),
    slowRank: options.slowRank ?? null,
  };
}

/** Clock counters grow with run time (2.1 cycles per ns on an MI300X), others are constants of the kernel. */
function counterModel(name: string, instances: number, random: Random): CounterModel {
  const isClock = name.startsWith('GRBM_') || name.endsWith('_CYCLES');
  return { name, instances, perDispatch: isClock ? 0 : 1000 + random.integer(1_000_000), perNs: isClock ? 2.1 : 0 };
}

/** Uploads, forward pass, backward pass with a collective after each part of it, optimizer, a small download. */
function trainingStep(options: GenerateTraceOptions): StepAction[] {
  const perStep = options.dispatchesPerStep ?? 1000;
  const collectives = options.collectivesPerStep ?? ((options.processes ?? 1) > 1 ? 4 : 0);
  const copies = options.copiesPerStep ?? 2;
  const forward = Math.max(1, Math.round(perStep * 0.3));
  const optimizer = Math.max(1, Math.round(perStep * 0.1));
  const parts = Math.max(1, collectives);
  const backward = Math.max(1, Math.round((perStep - forward - optimizer - collectives) / parts));
  const actions: StepAction[] = [{ kind: 'push', message: 'step {step}' }];
  for (let index = 0; index + 1 < copies; index += 1)
    actions.push({ kind: 'copy', direction: 'to_device', bytes: options.copyBytes ?? 2 ** 23, mode: 'overlapped' });
  actions.push({ kind: 'push', message: 'forward' }, kernels(forward), { kind: 'pop' });
  actions.push({ kind: 'push', message: 'backward' });
  for (let part = 0; part < parts; part += 1) {
    actions.push(kernels(backward));
    if (part < collectives) actions.push({ kind: 'collective', bytes: options.collectiveBytes ?? 2 ** 25 });
  }
  actions.push({ kind: 'pop' });
  if (collectives > 0) actions.push({ kind: 'wait_collectives' });
  actions.push({ kind: 'push', message: 'optimizer' }, kernels(optimizer), { kind: 'pop' });
  if (copies > 0) actions.push({ kind: 'copy', direction: 'to_host', bytes: 4, mode: 'blocking' });
  actions.push({ kind: 'pop' });
  if (options.markers !== false) return actions;
  return actions.filter((action) => action.kind !== 'push' && action.kind !== 'pop');
}

function kernels(count: number): StepAction {
  return { kind: 'kernels', count, only: null };
}
