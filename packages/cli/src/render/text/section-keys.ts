import type { ChosenSections, SectionKey } from '../section-keys.js';
import type { SectionRenderer } from './section.js';
import { renderApiCalls } from './sections/api-calls.js';
import { renderBaseline } from './sections/baseline.js';
import { renderCommunication } from './sections/communication.js';
import { renderCopies } from './sections/copies.js';
import { renderCounters } from './sections/counters.js';
import { renderFirstThings } from './sections/first-things.js';
import { renderIdleCauses } from './sections/idle-causes.js';
import { renderInputs } from './sections/inputs.js';
import { renderKernelCategories } from './sections/kernel-categories.js';
import { renderKernelLimits } from './sections/kernel-limits.js';
import { renderKernelResources } from './sections/kernel-resources.js';
import { renderKernelTimes } from './sections/kernel-times.js';
import { renderKernels } from './sections/kernels.js';
import { renderLimits } from './sections/limits.js';
import { renderProposals } from './sections/proposals.js';
import { renderRanks } from './sections/ranks.js';
import { renderRoofline } from './sections/roofline.js';
import { renderShortKernels } from './sections/short-kernels.js';
import { renderSources } from './sections/sources.js';
import { renderSteps } from './sections/steps.js';
import { renderThermal } from './sections/thermal.js';
import { renderThreadTrace } from './sections/thread-trace.js';
import { renderTime } from './sections/time.js';
import { renderTraceQuality } from './sections/trace-quality.js';
import { renderVerdict } from './sections/verdict.js';
import { renderWarmup } from './sections/warmup.js';

/** What each block of the text report shows. Header and footer belong to no section and are always there. */
export const TEXT_SECTION_KEYS: ReadonlyMap<SectionRenderer, SectionKey> = new Map<SectionRenderer, SectionKey>([
  [renderVerdict, 'summary'],
  [renderTime, 'execution_breakdown'],
  [renderIdleCauses, 'idle_causes'],
  [renderSteps, 'steps'],
  [renderFirstThings, 'recommendations'],
  [renderProposals, 'exploratory_proposals'],
  [renderBaseline, 'trace_diff'],
  [renderKernels, 'hotspots'],
  [renderKernelTimes, 'hotspots'],
  [renderKernelLimits, 'hotspots'],
  [renderKernelCategories, 'kernel_categories'],
  [renderKernelResources, 'kernel_resources'],
  [renderCopies, 'memory_analysis'],
  [renderApiCalls, 'api_breakdown'],
  [renderCounters, 'hardware_counters'],
  [renderRoofline, 'roofline'],
  [renderThreadTrace, 'att_trace'],
  [renderRanks, 'ranks'],
  [renderCommunication, 'communication'],
  [renderThermal, 'thermal'],
  [renderShortKernels, 'short_kernels'],
  [renderWarmup, 'warmup'],
  [renderSources, 'tier0_findings'],
  [renderLimits, 'diagnostics'],
  [renderTraceQuality, 'trace_quality'],
  [renderInputs, 'metadata'],
]);

/** Whether a block is drawn. */
export function isChosen(render: SectionRenderer, chosen: ChosenSections): boolean {
  const key = TEXT_SECTION_KEYS.get(render);
  return chosen === undefined || key === undefined || chosen.has(key);
}
