import type { KernelSymbol, Size3 } from '../writers/trace-writer.js';
import type { CounterModel, KernelKind } from './workload.js';

/** Figures of a kernel kind that have a usual value. */
export interface KernelFigures {
  readonly workgroup?: Size3;
  readonly grid?: Size3;
  readonly vgpr?: number;
  readonly accumVgpr?: number;
  readonly sgpr?: number;
  readonly ldsBytes?: number;
  readonly sigma?: number;
  readonly counters?: readonly CounterModel[];
}

/** Makes a kernel kind; the launching call follows from the name, as with PyTorch. */
export function kernelKind(name: string, medianNs: number, figures: KernelFigures = {}): KernelKind {
  const ldsBytes = figures.ldsBytes ?? 0;
  const symbol: KernelSymbol = {
    displayName: name,
    kernelName: `${name}.kd`,
    archVgprCount: figures.vgpr ?? 32,
    accumVgprCount: figures.accumVgpr ?? 0,
    sgprCount: figures.sgpr ?? 48,
    staticLdsBytes: ldsBytes,
    staticScratchBytes: 0,
  };
  return {
    symbol,
    workgroup: figures.workgroup ?? [256, 1, 1],
    grid: figures.grid ?? [622_592, 1, 1],
    ldsBytes,
    medianNs,
    sigma: figures.sigma ?? 0.8,
    launchCall: launchCall(name),
    counters: figures.counters ?? [],
  };
}

/** Tensile kernels go through the extended module launch, Triton's through the plain one, the rest through the runtime. */
function launchCall(name: string): string {
  if (name.startsWith('Cijk_')) return 'hipExtModuleLaunchKernel';
  if (name.startsWith('triton_')) return 'hipModuleLaunchKernel';
  return 'hipLaunchKernel';
}
