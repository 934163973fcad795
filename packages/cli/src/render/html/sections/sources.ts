import type { Report } from '@perfxpert/agents';
import { formatCount, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { commandBox } from '../parts/command-box.js';
import { headers } from '../parts/headers.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Findings = NonNullable<Report['tier0_findings']>;
type Kernel = Findings['detected_kernels'][number];

const MOST_KERNELS = 50;

/** What a scan of the sources found: kernels, habits that cost time, and without a trace what to record first. */
export function sourcesSection(context: HtmlContext): HtmlSection | null {
  const { tier0_findings: findings } = context.report;
  if (findings === undefined) return null;
  return {
    id: 'sources',
    title: 'Sources',
    count: formatCount(findings.kernel_count),
    take: takeOf(findings),
    body: markup`${scan(findings)}${patterns(findings)}${kernels(findings, context)}${plan(findings)}`,
  };
}

function takeOf(findings: Findings): string {
  const found = `${plural(findings.kernel_count, 'kernel')} (${findings.programming_model}) in ${plural(findings.files_scanned, 'file')} of ${findings.source_dir}: ${plural(findings.definition_count, 'definition')}, ${plural(findings.launch_count, 'launch', 'launches')}.`;
  const markers = findings.already_instrumented
    ? `${plural(findings.roctx_marker_count, 'marker call')}.`
    : 'No roctx markers.';
  return `${found} ${markers}`;
}

function scan(findings: Findings): Markup | null {
  const sentences = [
    ...findings.programming_models.map(({ model, files }) => `${model} in ${plural(files, 'file')}`),
    findings.files_skipped > 0 ? `${plural(findings.files_skipped, 'file')} left out` : '',
    findings.links_skipped > 0 ? `${plural(findings.links_skipped, 'link')} not followed` : '',
    findings.unreadable_folders > 0 ? `${plural(findings.unreadable_folders, 'folder')} unreadable` : '',
    findings.truncated ? 'cut at a limit' : '',
  ].filter((part) => part !== '');
  const words = findings.llm_explanation;
  return markup`${sentences.length === 0 ? null : markup`<p class="note">${sentences.join(', ')}.</p>`}${words === null ? null : markup`<p class="note">${words}</p>`}`;
}

function patterns({ detected_patterns: list }: Findings): Markup | null {
  return table(
    headers(['Pattern', 'Severity', 'Area', 'Places', 'In loops', 'Where'], [1, 2, 5]),
    list.map((pattern) => [
      markup`${pattern.pattern_id}<small>${pattern.description}</small>`,
      pattern.severity,
      pattern.category,
      formatCount(pattern.count),
      formatCount(pattern.in_loop_count),
      pattern.locations.map((place, index) => markup`${index === 0 ? '' : ', '}<code>${place}</code>`),
    ]),
    { caption: 'Patterns found in the sources' },
  );
}

/** With a trace beside them, kernels say how much of kernel time they take. */
function kernels(findings: Findings, { report, kernelLabel }: HtmlContext): Markup | null {
  const shares = new Map(report.hotspots.map((entry) => [kernelLabel(entry.name), entry.percent_of_total]));
  const hasShares = findings.detected_kernels.some((kernel) => shares.has(kernel.name));
  const shown = findings.detected_kernels.slice(0, MOST_KERNELS);
  const rest = findings.detected_kernel_count - shown.length;
  const share = ({ name }: Kernel): string | null => {
    const percent = shares.get(name);
    return percent === undefined ? null : formatPercent(percent);
  };
  const names = ['Kernel', 'What', 'In a loop', 'Place', ...(hasShares ? ['Of kernel time'] : [])];
  const list = table(
    headers(names, [1, 2, 3]),
    shown.map((kernel) => [
      markup`<code>${kernel.name}</code>`,
      kernel.launch_type.toLowerCase().replaceAll('_', ' '),
      kernel.in_loop ? 'yes' : 'no',
      markup`<code>${kernel.file}:${kernel.line}</code>`,
      ...(hasShares ? [share(kernel)] : []),
    ]),
    { caption: 'Definitions and launches' },
  );
  return markup`${list}${rest > 0 ? markup`<p class="note">${plural(rest, 'definition or launch', 'definitions and launches')} more in JSON.</p>` : null}`;
}

function plan({ profiling_plan: next }: Findings): Markup | null {
  if (next === undefined) return null;
  const counters = next.suggested_counters.join(', ');
  return markup`<div class="sub"><h3>What to record first</h3><p class="note">${next.description}</p>${next.suggested_first_command === '' ? null : commandBox(next.suggested_first_command)}${counters === '' ? null : markup`<p class="note">Counters: <code>${counters}</code></p>`}<ul class="actions">${next.actions.map((action) => markup`<li>${action}</li>`)}</ul></div>`;
}
