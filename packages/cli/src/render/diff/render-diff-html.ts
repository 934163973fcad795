import type { TraceDiff } from '@perfxpert/agents';
import { comparisonKernelNames } from '../comparison-kernel-names.js';
import { runNames, verdictLine } from '../comparison-words.js';
import { escapeStrings } from '../escape-strings.js';
import { formatCount, formatDuration } from '../format-number.js';
import { createKernelLabels } from '../kernel-labels.js';
import { plural } from '../plural.js';
import { CLIENT_SCRIPT } from '../html/generated/client-script.js';
import { jsonIsland } from '../html/json-island.js';
import { markup } from '../html/markup.js';
import type { Markup } from '../html/markup.js';
import { navigation } from '../html/page/navigation.js';
import { pageShell } from '../html/page/page-shell.js';
import { cutText } from '../html/parts/cut-text.js';
import { headers } from '../html/parts/headers.js';
import { table } from '../html/parts/table.js';
import type { HtmlSection } from '../html/section.js';
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
  const sections = [section, runsSection(safe)];
  const names = `${sideName(safe.baseline_db)} to ${sideName(safe.new_db)}`;
  const data = jsonIsland(diff);
  return pageShell({
    title: `PerfXpert diff: ${names}`,
    header: markup`<header class="bar"> <span class="wordmark">Perf<b>Xpert</b></span><span class="input-name">${names}</span><span class="bar-buttons"><button class="script" id="save-json" type="button">JSON</button><button class="script" id="print" type="button">Print</button><button class="script" id="theme" type="button">Dark</button></span></header>`,
    navigation: navigation(sections),
    main: markup`<div class="hero"><h1>${headline(safe)}</h1></div>${sections.map(drawSection)}`,
    footer: markup`<footer><p> Sizes and rates are decimal (MB, GB/s), memory on the chip is binary (KiB). – means not recorded. </p><p> PerfXpert comparison ${safe.schema_version}. </p></footer>`,
    islands: data.length <= LARGEST_DATA ? { 'report-data': data } : {},
    script: CLIENT_SCRIPT,
  });
}

function headline(diff: TraceDiff): string {
  const line = verdictLine(diff);
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}

function drawSection({ id, title, take, body }: HtmlSection): Markup {
  return markup`<section id="${id}" aria-labelledby="h-${id}"><h2 id="h-${id}">${title}</h2><p class="take">${take}</p>${body}</section>`;
}

/** Every run of both sides, since all figures are medians over them. */
function runsSection(diff: TraceDiff): HtmlSection {
  const rowsOf = (side: 'baseline' | 'new') => {
    const names = runNames(side === 'baseline' ? diff.baseline_db : diff.new_db);
    return diff.runs[side].map((run, index) => [
      cutText(names[index] ?? '', LONGEST_PATH),
      side,
      run.gpu_window_ns === null ? null : formatDuration(run.gpu_window_ns),
      formatDuration(run.kernel_time_ns),
      formatCount(run.dispatch_count),
      formatCount(run.process_count),
      formatCount(run.file_count),
      run.gfx_ids.join(', '),
    ]);
  };
  const { baseline, new: next } = diff.runs;
  return {
    id: 'runs',
    title: 'Runs',
    count: formatCount(baseline.length + next.length),
    take: `${plural(baseline.length, 'run')} before, ${plural(next.length, 'run')} after.`,
    body: markup`${table(
      headers(['Run', 'Side', 'GPU window', 'Kernel time', 'Dispatches', 'Processes', 'Files', 'GPU'], [1, 7]),
      [...rowsOf('baseline'), ...rowsOf('new')],
      { caption: 'Runs of both sides' },
    )}`,
  };
}

function sideName(paths: TraceDiff['baseline_db']): string {
  const [first = '', ...others] = runNames(paths);
  return `${cutText(first, LONGEST_PATH)}${others.length === 0 ? '' : ` and ${String(others.length)} more`}`;
}
