import { buildTrace } from '@perfxpert/rocpd/testing';
import type { ProcessSpec, TraceFiles } from '@perfxpert/rocpd/testing';
import { countersOf } from './kernel-counters.js';
import { createNoise } from './noise.js';
import { PARTS, agentsOf } from './parts.js';
import { copyName } from './recording.js';
import type { RecordedKernel, Recording } from './recording.js';
import type { Scenario } from './scenario.js';

/** Times of traces are ns since 1970; this is in early 2025, far beyond 2^53. */
const EPOCH_NS = 1_738_000_000_000_000_000n;
const WAVE_KERNEL = { workgroup: [256, 1, 1], grid: [28 * 256, 1, 1] } as const;

/** What a scenario says about the machine and the recording. */
export type Setting = Pick<Scenario, 'part' | 'seed' | 'command' | 'gpus' | 'gpu' | 'records' | 'category'>;

/** Writes a recording as a rocpd database, the way the profiler does. */
export function writeTrace(recording: Recording, setting: Setting, path: string): TraceFiles {
  return buildTrace(processOf(recording, setting), { path, timeOffsetNs: epochOf(setting) });
}

/** Start of a recording, ns since 1970. */
export function epochOf({ seed }: Pick<Setting, 'seed'>): bigint {
  return EPOCH_NS + BigInt(seed) * 1_000_003_000n;
}

/** A recording as the one process of a trace. */
export function processOf(recording: Recording, setting: Setting): ProcessSpec {
  const part = PARTS[setting.part];
  const gpu = setting.gpu ?? 0;
  const noise = createNoise(setting.seed + 1);
  const api = setting.category ?? 'HIP_RUNTIME_API_EXT';
  const link = (stackId: number): { stackId: number } => ({ stackId: setting.records.api ? stackId : 0 });
  const kernel = (one: RecordedKernel): NonNullable<ProcessSpec['kernels']>[number] => {
    const { model, name, startNs, endNs, stream } = one;
    const common = { name, startNs, endNs, agent: gpu, stream, queue: 1 + (stream % 4), ...link(one.stackId) };
    if (model === null) return { ...common, ...WAVE_KERNEL, vgpr: 64, ldsBytes: 29_696 };
    const size = model.workgroupSize ?? 256;
    return {
      ...common,
      workgroup: [size, 1, 1],
      grid: [model.workgroups * size, 1, 1],
      vgpr: model.vgpr ?? 32,
      accumVgpr: model.accumVgpr ?? 0,
      sgpr: 48,
      ldsBytes: model.ldsBytes ?? 0,
      ...(setting.records.counters ? { counters: countersOf(model, part, endNs - startNs, noise) } : {}),
    };
  };
  return {
    pid: 20_000 + (setting.seed % 9000),
    command: setting.command,
    agents: agentsOf(part, setting.gpus ?? 1),
    regions: recording.regions.map(({ kind, name, startNs, endNs, stackId, args }) =>
      kind === 'marker'
        ? { message: name, startNs, endNs, stackId }
        : { name, category: kind === 'rccl' ? 'RCCL_API' : api, startNs, endNs, stackId, args },
    ),
    kernels: recording.kernels.map(kernel),
    copies: recording.copies.map(({ direction, bytes, startNs, endNs, stream, stackId }) => ({
      ...{ startNs, endNs, bytes, stream, ...link(stackId), name: copyName(direction) },
      ...(direction === 'host_to_device' ? ({ from: 'cpu', to: gpu } as const) : ({ from: gpu, to: 'cpu' } as const)),
    })),
    allocations: recording.allocations.map(({ type, bytes, startNs, endNs, stackId }) => ({
      ...{ type, bytes, startNs, endNs, ...link(stackId) },
      ...(type === 'ALLOC' ? { agent: gpu } : {}),
    })),
  };
}
