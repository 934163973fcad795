import type { AttCategory } from '../../schemas/att-trace.js';

/** Kinds by the start of the mnemonic, first match. AMD CDNA 3 and RDNA 3 ISA manuals, instruction formats. */
const PREFIXES: readonly (readonly [RegExp, AttCategory])[] = [
  [/^scratch_/, 'att_scratch_spill'],
  [/^(global|flat|buffer|tbuffer|image)_/, 'att_vmem_latency'],
  [/^ds_/, 'att_lds_conflict'],
  [/^s_(load|buffer_load|store|buffer_store|scratch|atomic|dcache)/, 'att_smem_latency'],
  [/^s_barrier/, 'att_barrier'],
  [/^s_(c?branch|setpc|swappc|call)/, 'att_divergence'],
  [/^v_(mfma|smfmac|wmma|swmmac)/, 'att_mfma'],
  [/^v_/, 'att_valu'],
];
const VECTOR_COUNTERS = /vmcnt|vscnt|loadcnt|storecnt|samplecnt|bvhcnt/;
/** Instructions before a wait in which its access is looked for: an unrolled loop body, and a bound on the work. */
const MEMORY_LOOKED_BACK = 64;

/**
 * What a wave waits for at an instruction. A wait is the symptom: it gets the kind of memory that its counter stands for
 * (`vmcnt` vector memory, `dscnt` LDS, `kmcnt` scalar memory); `lgkmcnt`, which counts LDS and scalar memory alike, and
 * waits for several counters get that of the closest earlier access. `att_unknown` for what tells nothing.
 *
 * @param earlier the instructions before it in order of their addresses
 */
export function classifyInstruction(instruction: string, earlier: readonly string[]): AttCategory {
  const text = instruction.toLowerCase();
  if (/^s_(waitcnt|wait_)/.test(text)) return classifyWait(text, earlier);
  if (/^s_delay_alu/.test(text)) return 'att_dependency_chain';
  return PREFIXES.find(([prefix]) => prefix.test(text))?.[1] ?? 'att_unknown';
}

function classifyWait(wait: string, earlier: readonly string[]): AttCategory {
  const awaited = new Set<AttCategory>();
  if (VECTOR_COUNTERS.test(wait)) awaited.add('att_vmem_latency').add('att_scratch_spill');
  if (/lgkmcnt|dscnt/.test(wait)) awaited.add('att_lds_conflict');
  if (/lgkmcnt|kmcnt/.test(wait)) awaited.add('att_smem_latency');
  if (awaited.size === 0) return 'att_dependency_chain';
  const from = Math.max(0, earlier.length - MEMORY_LOOKED_BACK);
  for (let index = earlier.length - 1; index >= from; index--) {
    const text = (earlier[index] ?? '').toLowerCase();
    const kind = PREFIXES.find(([prefix]) => prefix.test(text))?.[1];
    if (kind !== undefined && awaited.has(kind)) return kind;
  }
  if (awaited.has('att_vmem_latency')) return awaited.size === 2 ? 'att_vmem_latency' : 'att_dependency_chain';
  return awaited.size === 1 ? ([...awaited][0] ?? 'att_dependency_chain') : 'att_dependency_chain';
}
