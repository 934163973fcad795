import type { TraceDiff } from '@perfxpert/agents';
import { comparisonKernelNames } from '../comparison-kernel-names.js';
import { runNames, verdictLine } from '../comparison-words.js';
import { escapeStrings } from '../escape-strings.js';
import { createKernelLabels } from '../kernel-labels.js';
import { CLIENT_SCRIPT } from '../html/generated/client-script.js';
import { jsonIsland } from '../html/json-island.js';
import { markup } from '../html/markup.js';
import { navigation } from '../html/page/navigation.js';
import { pageShell } from '../html/page/page-shell.js';
import { cutText } from '../html/parts/cut-text.js';
import { comparisonSection } from '../html/sections/baseline.js';

const LONGEST_LABEL = 160;
const LONGEST_PATH = 120;
/** A larger comparison is left out of the page. */
const LARGEST_DATA = 900_000;

/** A comparison as one HTML file: style, script and data inside, no request, everything readable without script. */
export function renderDiffHtml(diff: TraceDiff): string {
  const safe = escapeStrings(diff);
  const labels = createKernelLabels(comparisonKernelNames(safe));
  const section = comparisonSection(safe, {
    kernelLabel: (name) => cutText(labels.get(name) ?? name, LONGEST_LABEL),
    kernelAnchor: () => null,
  });
  const names = `${sideName(safe.baseline_db)} to ${sideName(safe.new_db)}`;
  const data = jsonIsland(diff);
  return pageShell({
    title: `PerfXpert diff: ${names}`,
    header: markup`<header class="bar"> <span class="wordmark">Perf<b>Xpert</b></span><span class="input-name">${names}</span><span class="bar-buttons"><button class="script" id="save-json" type="button">JSON</button><button class="script" id="print" type="button">Print</button><button class="script" id="theme" type="button">Dark</button></span></header>`,
    navigation: navigation([section]),
    main: markup`<h1>${verdictLine(safe)}</h1><section id="${section.id}" aria-labelledby="h-${section.id}"><h2 id="h-${section.id}">${section.title}</h2><p class="take">${section.take}</p>${section.body}</section>`,
    footer: markup`<footer><p> Sizes are binary (KiB, MiB, GiB), rates decimal (GB/s). – means not recorded. </p><p> PerfXpert comparison ${safe.schema_version}. </p></footer>`,
    islands: data.length <= LARGEST_DATA ? { 'report-data': data } : {},
    script: CLIENT_SCRIPT,
  });
}

function sideName(paths: TraceDiff['baseline_db']): string {
  const [first = '', ...others] = runNames(paths);
  return `${cutText(first, LONGEST_PATH)}${others.length === 0 ? '' : ` and ${String(others.length)} more`}`;
}
