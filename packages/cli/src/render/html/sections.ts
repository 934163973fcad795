import type { HtmlSectionRenderer } from './section.js';
import { apiSection } from './sections/api-calls.js';
import { attSection } from './sections/att.js';
import { baselineSection } from './sections/baseline.js';
import { communicationSection } from './sections/communication.js';
import { copiesSection } from './sections/copies.js';
import { countersSection } from './sections/counters.js';
import { firstThings } from './sections/first-things.js';
import { idleSection } from './sections/idle-causes.js';
import { inputsSection } from './sections/inputs.js';
import { kernelKinds } from './sections/kernel-kinds.js';
import { kernelsSection } from './sections/kernels.js';
import { proposalsSection } from './sections/proposals.js';
import { ranksSection } from './sections/ranks.js';
import { rooflineSection } from './sections/roofline.js';
import { sourcesSection } from './sections/sources.js';
import { stepsSection } from './sections/steps.js';
import { thermalSection } from './sections/thermal.js';
import { timeSection } from './sections/time.js';
import { timelineSection } from './sections/timeline.js';
import { warmupSection } from './sections/warmup.js';
import { warningsSection } from './sections/warnings.js';

/** The HTML report below the verdict, top to bottom. A new section is one file in `sections/` and one line here. */
export const HTML_SECTIONS: readonly HtmlSectionRenderer[] = [
  firstThings,
  timeSection,
  timelineSection,
  kernelsSection,
  kernelKinds,
  copiesSection,
  countersSection,
  rooflineSection,
  communicationSection,
  attSection,
  ranksSection,
  baselineSection,
  thermalSection,
  stepsSection,
  idleSection,
  apiSection,
  warmupSection,
  sourcesSection,
  proposalsSection,
  warningsSection,
  inputsSection,
];
