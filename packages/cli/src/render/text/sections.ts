import type { SectionRenderer } from './section.js';
import { renderApiCalls } from './sections/api-calls.js';
import { renderBaseline } from './sections/baseline.js';
import { renderCommunication } from './sections/communication.js';
import { renderCopies } from './sections/copies.js';
import { renderCounters } from './sections/counters.js';
import { renderFirstThings } from './sections/first-things.js';
import { renderFooter } from './sections/footer.js';
import { renderHeader } from './sections/header.js';
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

/** The text report, top to bottom. A new section is one file in `sections/` and one line here. */
export const SECTIONS: readonly SectionRenderer[] = [
  renderHeader,
  renderVerdict,
  renderTime,
  renderIdleCauses,
  renderSteps,
  renderFirstThings,
  renderBaseline,
  renderKernels,
  renderKernelTimes,
  renderKernelCategories,
  renderKernelResources,
  renderKernelLimits,
  renderCopies,
  renderApiCalls,
  renderCounters,
  renderRoofline,
  renderThreadTrace,
  renderRanks,
  renderCommunication,
  renderThermal,
  renderShortKernels,
  renderWarmup,
  renderSources,
  renderProposals,
  renderLimits,
  renderTraceQuality,
  renderInputs,
  renderFooter,
];
