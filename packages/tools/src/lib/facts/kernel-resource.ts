import type { KernelResource } from '../../schemas/kernel-resources.js';
import { occupancyLimits } from '../occupancy/occupancy-limits.js';
import { theoreticalOccupancy } from '../occupancy/theoretical-occupancy.js';
import type { DeviceHardware } from './device-hardware.js';
import { formatExtent } from './kernel-segments.js';

/** Three axes, each at least 1. */
type Extent = readonly [number, number, number];

/** One way in which a kernel was launched, on one kind of device. Null where the trace does not say. */
export interface KernelVariant {
  readonly name: string;
  /** Summed duration of its dispatches, nanoseconds. */
  readonly totalNs: number;
  /** Work-items of a workgroup. */
  readonly workgroup: Extent | null;
  /** Work-items of the launch. */
  readonly grid: Extent | null;
  readonly ldsBytes: number | null;
  readonly scratchBytes: number | null;
  readonly archVgprs: number | null;
  readonly accumVgprs: number | null;
  readonly sgprs: number | null;
  readonly device: DeviceHardware;
}

/**
 * The row of a kernel in the report. Workgroups of the launch = ceil(grid / workgroup) per axis, since AQL grids count
 * work-items; waves = workgroups x ceil(work-items of a workgroup / wave size).
 */
export function resourceOfVariant(variant: KernelVariant, variantCount: number): KernelResource {
  const { workgroup, grid, device } = variant;
  const waveSize = device.waveSize;
  const blocks =
    workgroup === null || grid === null
      ? null
      : axisBlocks(grid[0], workgroup[0]) * axisBlocks(grid[1], workgroup[1]) * axisBlocks(grid[2], workgroup[2]);
  const totalWaves =
    blocks === null || workgroup === null || waveSize === null
      ? null
      : blocks * Math.ceil(workItems(workgroup) / waveSize);
  const { cuCount } = device;
  return {
    name: variant.name,
    vgpr: variant.archVgprs,
    accum_vgpr: variant.accumVgprs,
    sgpr: variant.sgprs,
    lds_bytes: variant.ldsBytes,
    scratch_bytes: variant.scratchBytes,
    block: formatExtent(workgroup),
    grid: formatExtent(grid),
    blocks,
    total_waves: totalWaves,
    waves_per_cu: totalWaves === null || cuCount === null ? null : totalWaves / cuCount,
    fills_gpu: blocks === null || cuCount === null ? null : blocks >= cuCount,
    variant_count: variantCount,
    ...occupancyOf(variant),
  };
}

function occupancyOf(variant: KernelVariant): Pick<KernelResource, 'occupancy' | 'occupancy_reason'> {
  const { workgroup, ldsBytes, device, archVgprs, accumVgprs, sgprs } = variant;
  const none = (reason: string) => ({ occupancy: null, occupancy_reason: reason });
  const limits = occupancyLimits(device);
  if (device.gfxId === null) return none('The trace does not name the architecture of the GPU');
  if (limits === null)
    return none(`The tables do not know ${device.gfxId}, and nothing is borrowed from another architecture`);
  if (workgroup === null) return none('The workgroup size was not recorded (kernels of a graph carry none)');
  if (ldsBytes === null)
    return none(`The ${archVgprs === null ? 'register counts and the LDS size were' : 'LDS size was'} not recorded`);
  const demand = { archVgprs, accumVgprs, sgprs, ldsBytes, workgroupSize: workItems(workgroup) };
  const occupancy = theoreticalOccupancy(demand, limits);
  if (occupancy === null)
    return none(`The recorded registers, LDS and workgroup size do not fit a compute unit of ${device.gfxId}`);
  if (archVgprs !== null) return { occupancy, occupancy_reason: null };
  if (occupancy.limiting_resource === 'none')
    return none('Register counts were not recorded; LDS and workgroup size alone would allow the maximum');
  return { occupancy, occupancy_reason: 'Register counts were not recorded: an upper bound by LDS and workgroup size' };
}

function axisBlocks(gridAxis: number, workgroupAxis: number): number {
  return Math.ceil(gridAxis / workgroupAxis);
}

function workItems([x, y, z]: Extent): number {
  return x * y * z;
}
