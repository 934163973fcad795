import type { Hotspot } from '../../schemas/hotspot.js';
import type { KernelDiagnosis } from '../../schemas/kernel-diagnosis.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import { whyMissing } from './kernel-figure.js';

type Mix = Pick<KernelDiagnosis, 'instruction_mix' | 'instruction_mix_reason'>;
type InstructionClass = NonNullable<KernelDiagnosis['instruction_mix']>[number]['class'];

/** Counters of each class; all that were recorded are added up. Source: ROCprofiler-SDK counter descriptions. */
const COUNTERS: Readonly<Record<Exclude<InstructionClass, 'valu' | 'vmem'>, readonly string[]>> = {
  mfma: ['SQ_INSTS_MFMA'],
  salu: ['SQ_INSTS_SALU'],
  smem: ['SQ_INSTS_SMEM'],
  lds: ['SQ_INSTS_LDS'],
  flat: ['SQ_INSTS_FLAT'],
  branch: ['SQ_INSTS_BRANCH'],
};
const LEAST_CLASSES = 2;

/**
 * Shares of the classes of instructions that were counted, per dispatch. SQ_INSTS_VALU counts matrix instructions too on
 * parts that have them, so these are taken off. Null with a reason where fewer than two classes were counted.
 */
export function instructionMix(facts: TraceFacts, hotspot: Hotspot): Mix {
  const counters = facts.hardwareCounters.per_kernel?.[hotspot.name];
  const mean = (name: string): number | null => counters?.[name]?.avg_value ?? null;
  const counts = new Map<InstructionClass, number>();
  const matrix = mean('SQ_INSTS_MFMA') ?? mean('SQ_INSTS_VALU_MFMA');
  const vector = mean('SQ_INSTS_VALU');
  if (vector !== null) counts.set('valu', Math.max(0, vector - (matrix ?? 0)));
  for (const [kind, names] of Object.entries(COUNTERS)) {
    const known = names.map(mean).filter((value) => value !== null);
    // Keys of a literal typed by its own keys.
    if (known.length > 0) counts.set(kind as keyof typeof COUNTERS, sum(known));
  }
  const memory = mean('SQ_INSTS_VMEM') ?? sumOrNull(mean('SQ_INSTS_VMEM_RD'), mean('SQ_INSTS_VMEM_WR'));
  if (memory !== null) counts.set('vmem', memory);
  const total = sum([...counts.values()]);
  if (counts.size < LEAST_CLASSES || total <= 0) {
    const missing = 'fewer than two classes of instructions (SQ_INSTS_*) were counted';
    return { instruction_mix: null, instruction_mix_reason: whyMissing(facts, hotspot, missing) };
  }
  const mix = [...counts].map(([kind, count]) => ({ class: kind, frac: count / total }));
  return {
    instruction_mix: mix.sort((left, right) => right.frac - left.frac || (left.class < right.class ? -1 : 1)),
    instruction_mix_reason: null,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sumOrNull(left: number | null, right: number | null): number | null {
  return left === null && right === null ? null : (left ?? 0) + (right ?? 0);
}
