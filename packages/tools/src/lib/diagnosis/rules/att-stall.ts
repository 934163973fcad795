import type { AttInstruction, AttKernel } from '../att-analysis.js';
import { evidence } from '../evidence.js';
import { percentText } from '../figures.js';
import { kernelDisplayName } from '../kernel-display-name.js';
import { threadTrace } from '../profiler-commands.js';
import { kernelRecoverableNs } from '../recoverable-time.js';
import { RULE_THRESHOLDS } from '../rule-thresholds.js';
import type { RecommendationDraft, Rule, RuleInput } from '../rule.js';

interface StallAdvice {
  readonly label: string;
  readonly remedy: string;
  readonly action: string;
}

const ADVICE: Readonly<Record<string, StallAdvice>> = {
  att_vmem_latency: {
    label: 'VMEM Latency',
    remedy: 'issue its loads earlier, or keep more waves resident to cover them',
    action: 'Change the loop so that the load of the next iteration is issued before this one is used',
  },
  att_smem_latency: {
    label: 'Scalar Memory Latency',
    remedy: 'load scalars before the loop that uses them',
    action: 'Change the code so that scalar loads stand before the loop',
  },
  att_lds_conflict: {
    label: 'LDS Bank Conflict',
    remedy: 'spread the accesses over the LDS banks',
    action: 'Add one element of padding to each row of the LDS tile',
  },
  att_dependency_chain: {
    label: 'Dependency Chain',
    remedy: 'put independent work between the two instructions',
    action: 'Change the loop to work on two independent accumulators',
  },
  att_divergence: {
    label: 'Branch Divergence',
    remedy: 'let the lanes of a wave take the same branch',
    action: 'Replace the branch by a select, or sort the work by branch',
  },
  att_mfma: {
    label: 'MFMA',
    remedy: 'interleave independent matrix instructions',
    action: 'Change the tile so that several accumulators are in flight',
  },
  att_valu: {
    label: 'VALU',
    remedy: 'shorten the chain of dependent vector instructions',
    action: 'Change the expression so that its parts are independent',
  },
  att_barrier: {
    label: 'Barrier',
    remedy: 'balance the waves of a workgroup, or drop barriers they do not need',
    action: 'Remove barriers between phases that touch different LDS rows',
  },
  att_scratch_spill: {
    label: 'Scratch Spill',
    remedy: 'use fewer registers, so that nothing spills',
    action: 'Change the kernel so that fewer values live at once',
  },
};
const UNKNOWN: StallAdvice = {
  label: 'Stall',
  remedy: 'look at the instructions it waits for',
  action: 'Change the code before this instruction so that its inputs are ready earlier',
};

/** A kernel of a thread trace whose worst instruction stalls for at least 40 % of its latency over 100 executions. */
export const attStall: Rule = {
  id: 'ROCPD-ATT-001',
  name: 'att_stall',
  evaluate(input) {
    const kernels = input.att?.has_att_data ? input.att.kernels : [];
    return kernels.flatMap((kernel) => draftFor(input, kernel));
  },
};

function draftFor(input: RuleInput, kernel: AttKernel): RecommendationDraft[] {
  const [worst] = kernel.top_stalling_instructions;
  if (worst === undefined || worst.hitcount < RULE_THRESHOLDS.attHits.value) return [];
  const ratio = worst.stall_ratio ?? 0;
  if (ratio < RULE_THRESHOLDS.attMediumStallFrac.value) return [];
  const { label, remedy, action } = ADVICE[kernel.stall_category] ?? UNKNOWN;
  const target = kernel.trace_kernel ?? kernel.name;
  const name = kernelDisplayName(target);
  const place = placeOf(worst);
  const hotspot = input.facts.hotspots.find((candidate) => candidate.name === target);
  const isSure = ratio >= RULE_THRESHOLDS.attHighStallFrac.value;
  return [
    {
      priority: isSure ? 'HIGH' : 'MEDIUM',
      category: `ATT ${label}`,
      title: `Shorten the stall of ${name} at ${place}`,
      issue:
        `${name} stalls at ${place} for ${(100 * ratio).toFixed(0)}% of that instruction's latency ` +
        `(${worst.stall_cycles} of ${worst.total_latency_cycles} cycles, ${worst.hitcount} executions).`,
      suggestion: `At ${place}: ${remedy}.`,
      actions: [`${action} (${place})`],
      confidence: 0.85,
      target,
      isKernel: true,
      evidence: [
        evidence('pc_offset', worst.pc_offset, ''),
        evidence('source_line', worst.source_line === '' ? null : worst.source_line, ''),
        evidence('stall_ratio', ratio, 'fraction'),
        evidence('stall_cycles', worst.stall_cycles, 'cycles'),
        evidence('hitcount', worst.hitcount, 'count'),
      ],
      recoverableNs: hotspot === undefined ? null : kernelRecoverableNs(input.time, hotspot.exclusive_ns, ratio),
      impact:
        hotspot === undefined
          ? `Not bounded: ${name} is not among the hotspots of this trace.`
          : `${percentText(100 * ratio)} of the time ${name} runs alone, as if this stall were all of it.`,
      commands: [threadTrace(name, target)],
      effort: 'medium',
      risk: null,
    },
  ];
}

function placeOf({ pc_offset: offset, source_line: line }: AttInstruction): string {
  return line === '' ? offset : `${offset} (${line})`;
}
