import { bdfOfNumber, gfxIdOf, shortText, uuidOf } from './identity-texts.js';
import { UNKNOWN_IDENTITY, toldFacts } from './gpu-record.js';
import type { GpuRecord } from './gpu-record.js';

const AGENT = /^Agent\s+\d+\s*$/;
const LINE = /^\s*([^:]{1,64}):(.*)$/;
/** `LABEL: number(hex) unit`; the label may itself end in a colon. */
const NUMBER = /^:?\s*(\d{1,15})/;
const MAX_AGENTS = 1024;

/** First value of each label of an agent, and what its pools and instruction sets say. */
interface Agent {
  readonly labels: Map<string, string>;
  ldsKb: number | null;
  vramKb: number | null;
  features: string | null;
}

/**
 * GPUs in the text of rocminfo: blocks `Agent <n>` of device type GPU with a gfx name. Sizes are KiB.
 *
 * Source: ROCm/rocminfo, rocminfo.cc.
 */
export function parseRocminfo(text: string): GpuRecord[] {
  const agents: Agent[] = [];
  let segment = '';
  for (const line of text.split('\n')) {
    if (AGENT.test(line)) {
      if (agents.length === MAX_AGENTS) break;
      agents.push({ labels: new Map(), ldsKb: null, vramKb: null, features: null });
      segment = '';
      continue;
    }
    const agent = agents.at(-1);
    const [, label = '', rest = ''] = agent === undefined ? [] : (LINE.exec(line) ?? []);
    if (agent === undefined || label === '') continue;
    const value = rest.trim();
    if (label === 'Segment') segment = value;
    else if (label === 'Size') addPool(agent, segment, numberOf(value));
    else if (label === 'Name' && value.startsWith('amdgcn')) agent.features ??= featuresOf(value);
    else if (!agent.labels.has(label)) agent.labels.set(label, value);
  }
  return agents.flatMap((agent) => recordOf(agent) ?? []);
}

/** Local memory is the coarse grained pool (listed several times); GROUP is LDS. */
function addPool(agent: Agent, segment: string, sizeKb: number | null): void {
  if (segment === 'GROUP') agent.ldsKb ??= sizeKb;
  else if (segment.startsWith('GLOBAL') && segment.includes('COARSE GRAINED')) agent.vramKb ??= sizeKb;
}

function recordOf({ labels, ldsKb, vramKb, features }: Agent): GpuRecord | null {
  const gfxId = gfxIdOf(labels.get('Name'));
  if (labels.get('Device Type') !== 'GPU' || gfxId === null) return null;
  const count = (...names: readonly string[]): number | null =>
    names.reduce<number | null>((found, name) => found ?? numberOf(labels.get(name) ?? ''), null);
  const chip = count('Chip ID');
  return {
    source: 'rocminfo',
    identity: {
      ...UNKNOWN_IDENTITY,
      gfxId,
      nodeId: count('Node', 'Internal Node ID'),
      bdf: bdfOfNumber(count('BDFID')),
      uuid: uuidOf(labels.get('Uuid')),
    },
    facts: toldFacts({
      name: shortText(labels.get('Marketing Name')),
      cu_count: count('Compute Unit'),
      simds_per_cu: count('SIMDs per CU'),
      shader_engines: count('Shader Engines'),
      wave_size: count('Wavefront Size'),
      max_waves_per_cu: count('Max Waves Per CU'),
      max_sclk_mhz: count('Max Clock Freq. (MHz)', 'Max Clock Frequency (MHz)'),
      lds_kb: ldsKb,
      l1_kb: count('L1'),
      l2_kb: count('L2'),
      l3_kb: count('L3'),
      vram_total_bytes: vramKb === null ? null : vramKb * 1024,
      device_id: chip === null ? null : `0x${chip.toString(16)}`,
      target_features: features,
    }),
  };
}

function numberOf(value: string): number | null {
  const digits = NUMBER.exec(value)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** `sramecc+:xnack-` of `amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-`. */
function featuresOf(target: string): string | null {
  const colon = target.indexOf(':');
  return colon < 0 ? null : shortText(target.slice(colon + 1));
}
