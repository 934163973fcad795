import type { ChosenSections, SectionKey } from '../section-keys.js';

/** What the sections of the page show, by their anchor. */
const KEYS_OF: Readonly<Record<string, readonly SectionKey[]>> = {
  first: ['recommendations'],
  time: ['execution_breakdown'],
  timeline: ['timeline'],
  kernels: ['hotspots', 'kernel_resources'],
  kinds: ['kernel_categories', 'short_kernels'],
  copies: ['memory_analysis'],
  counters: ['hardware_counters'],
  roofline: ['roofline'],
  communication: ['communication'],
  att: ['att_trace'],
  ranks: ['ranks'],
  baseline: ['trace_diff'],
  thermal: ['thermal'],
  steps: ['steps'],
  idle: ['idle_causes'],
  api: ['api_breakdown'],
  warmup: ['warmup'],
  sources: ['tier0_findings'],
  proposals: ['exploratory_proposals'],
  warnings: ['diagnostics', 'trace_quality'],
  inputs: ['metadata'],
};

/** Whether the section with an anchor is drawn. */
export function isChosenAnchor(id: string, chosen: ChosenSections): boolean {
  return chosen === undefined || (KEYS_OF[id] ?? []).some((key) => chosen.has(key));
}
