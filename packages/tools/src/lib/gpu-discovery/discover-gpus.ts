import type { DiscoveredGpu } from '../../schemas/discovered-gpu.js';
import type { ToolContext } from '../../tool/tool-context.js';
import { parseAmdSmi } from './amd-smi.js';
import { completeGpu } from './complete-gpu.js';
import { GPU_SOURCES } from './gpu-record.js';
import type { GpuSource } from './gpu-record.js';
import { readKfdTopology } from './kfd-topology.js';
import { mergeRecords, slotOf } from './merge-records.js';
import { parseRocmSmi } from './rocm-smi.js';
import { parseRocminfo } from './rocminfo.js';
import { runProbes } from './run-probes.js';

/** The GPUs of this machine, what told of them, and what could not be asked. */
export interface GpuDiscovery {
  /** Sources that told of a GPU, in the order of `GPU_SOURCES`. */
  readonly sources: readonly GpuSource[];
  readonly gpus: readonly DiscoveredGpu[];
  /** Packages: partitions of one share the PCI address up to the device. */
  readonly packageCount: number;
  readonly errors: readonly string[];
}

/** Records of one source that are looked at: more than any machine has. */
const MAX_RECORDS = 1024;

/** Asks the commands of ROCm and the kernel driver. @throws ToolError CANCELLED */
export async function discoverGpus(context: ToolContext): Promise<GpuDiscovery> {
  const [probes, topology] = await Promise.all([runProbes(context), readKfdTopology(context)]);
  const records = [
    probes.outputs.rocminfo.flatMap(parseRocminfo),
    topology.records,
    parseRocmSmi(probes.outputs['rocm-smi']),
    parseAmdSmi(probes.outputs['amd-smi']),
  ].flatMap((ofSource) => ofSource.slice(0, MAX_RECORDS));
  const gpus = mergeRecords(records).map(completeGpu);
  const slots = gpus.map(({ bdf }, index) => slotOf(bdf) ?? `#${String(index)}`);
  return {
    sources: GPU_SOURCES.filter((source) => records.some((record) => record.source === source)),
    gpus,
    packageCount: new Set(slots).size,
    errors: [...probes.errors, ...topology.errors],
  };
}
