import { systemErrorCode } from '../../tool/system-error-code.js';
import { isPerfXpertError } from '../../tool/tool-errors.js';
import type { ToolContext } from '../../tool/tool-context.js';
import { bdfOfNumber, gfxIdOfVersion } from './identity-texts.js';
import { UNKNOWN_IDENTITY, toldFacts } from './gpu-record.js';
import type { GpuRecord } from './gpu-record.js';

/** Where the kernel driver describes the machine: one folder per node, numbered from 0. */
const KFD_NODES_FOLDER = '/sys/class/kfd/kfd/topology/nodes';

/** Bounds what a folder that never ends can cost. */
const MAX_NODES = 1024;
const MAX_BANKS = 64;
/** Memory of the device: heaps of the public and private frame buffer. */
const DEVICE_HEAPS: ReadonlySet<number> = new Set([1, 2]);

/** What the topology says, and what could not be read of it. */
export interface KfdTopology {
  readonly records: readonly GpuRecord[];
  readonly errors: readonly string[];
}

type Properties = ReadonlyMap<string, number>;

/**
 * GPUs of the KFD topology in sysfs. Reads nodes 0, 1, ... until one is missing; CPUs are left out. Never throws: what may
 * not be read is an error text.
 *
 * Source: Linux amdkfd, kfd_topology.c; libhsakmt topology.c.
 */
export async function readKfdTopology({ readText }: Pick<ToolContext, 'readText'>): Promise<KfdTopology> {
  const records: GpuRecord[] = [];
  const errors: string[] = [];
  for (let node = 0; node < MAX_NODES; node++) {
    const folder = `${KFD_NODES_FOLDER}/${String(node)}`;
    const properties = await readProperties(readText, `${folder}/properties`);
    if (properties === 'missing') {
      if (node === 0) errors.push('kfd-topology: this machine has none');
      break;
    }
    if (properties === 'unreadable') {
      errors.push(`kfd-topology: node ${String(node)} may not be read`);
      continue;
    }
    if ((properties.get('simd_count') ?? 0) === 0) continue;
    const gpuId = await readText(`${folder}/gpu_id`).catch(() => '');
    records.push(recordOf(node, properties, gpuId, await readDeviceBank(readText, folder, properties)));
  }
  return { records, errors };
}

/** The first memory bank of the device; null without. */
async function readDeviceBank(
  readText: ToolContext['readText'],
  folder: string,
  properties: Properties,
): Promise<Properties | null> {
  const count = Math.min(properties.get('mem_banks_count') ?? MAX_BANKS, MAX_BANKS);
  for (let bank = 0; bank < count; bank++) {
    const found = await readProperties(readText, `${folder}/mem_banks/${String(bank)}/properties`);
    if (found === 'missing') return null;
    if (found !== 'unreadable' && DEVICE_HEAPS.has(found.get('heap_type') ?? 0)) return found;
  }
  return null;
}

function recordOf(node: number, properties: Properties, gpuId: string, bank: Properties | null): GpuRecord {
  const known = (name: string): number | null => {
    const value = properties.get(name) ?? 0;
    return value > 0 ? value : null;
  };
  const simdsPerCu = known('simd_per_cu');
  const simdCount = known('simd_count');
  const location = known('location_id');
  const deviceId = known('device_id');
  const renderMinor = known('drm_render_minor');
  const bankFact = (name: string): number | null => bank?.get(name) ?? null;
  return {
    source: 'kfd-topology',
    identity: {
      ...UNKNOWN_IDENTITY,
      gfxId: gfxIdOfVersion(known('gfx_target_version')),
      nodeId: node,
      kfdId: /^\s*\d{1,10}\s*$/.test(gpuId) ? Number(gpuId) : null,
      bdf: bdfOfNumber(location, properties.get('domain') ?? 0),
      // Newer kernels put the number of the partition into the highest bits.
      partitionId: location === null ? null : Math.floor(location / 2 ** 28),
    },
    facts: toldFacts({
      // array_count * cu_per_simd_array counts slots, of which some are switched off.
      cu_count: simdCount === null || simdsPerCu === null ? null : Math.floor(simdCount / simdsPerCu),
      simds_per_cu: simdsPerCu,
      num_xcc: known('num_xcc'),
      wave_size: known('wave_front_size'),
      max_waves_per_simd: known('max_waves_per_simd'),
      lds_kb: known('lds_size_in_kb'),
      max_sclk_mhz: known('max_engine_clk_fcompute') ?? known('max_engine_clk_ccompute'),
      max_mclk_mhz: bankFact('mem_clk_max'),
      vram_total_bytes: bankFact('size_in_bytes'),
      vram_bit_width: bankFact('width'),
      device_id: deviceId === null ? null : `0x${deviceId.toString(16)}`,
      render_node: renderMinor === null ? null : `renderD${String(renderMinor)}`,
    }),
  };
}

/** Lines `name value`; values that are no plain numbers are left out. */
function parseProperties(text: string): Properties {
  return new Map(
    text.split('\n').flatMap((line): [string, number][] => {
      const [name = '', value = ''] = line.trim().split(/\s+/, 2);
      return /^\d{1,19}$/.test(value) ? [[name, Number(value)]] : [];
    }),
  );
}

async function readProperties(
  readText: ToolContext['readText'],
  path: string,
): Promise<Properties | 'missing' | 'unreadable'> {
  try {
    return parseProperties(await readText(path));
  } catch (error) {
    const code = isPerfXpertError(error) ? error.code : systemErrorCode(error);
    return code === 'ENOENT' || code === 'ENOTDIR' || code === 'NOT_FOUND' ? 'missing' : 'unreadable';
  }
}
