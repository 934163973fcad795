import { startCopyButtons } from './copy-text.js';
import { startFlameGraph } from './flame-graph.js';
import { startKernelFilter } from './filter-kernels.js';
import { startLinks } from './follow-links.js';
import { startNavigation } from './mark-section.js';
import { startRooflines } from './roofline.js';
import { startSaveButtons } from './save-files.js';
import { startSorting } from './sort-table.js';
import { startTheme } from './theme.js';
import { startTimeline } from './timeline/start-timeline.js';
import { startTooltips } from './tooltip.js';

/** What works without script is in the page already; here comes the rest, each part for itself. */
const FEATURES = [
  startTheme,
  startLinks,
  startNavigation,
  startCopyButtons,
  startSaveButtons,
  startSorting,
  startKernelFilter,
  startTooltips,
  startRooflines,
  startFlameGraph,
  startTimeline,
];

for (const element of document.querySelectorAll('.script')) element.classList.remove('script');
for (const start of FEATURES) {
  try {
    start();
  } catch {
    // One feature that a browser does not know must not take the others along; the content is there without any.
  }
}
