import type { Report } from '@perfxpert/agents';
import { formatCount, formatFixed, formatPercent, formatPlain } from '../../format-number.js';
import { formatQuantity } from '../../format-quantity.js';
import { metricWords } from '../../metric-words.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { commandBox } from '../parts/command-box.js';
import { kernelName } from '../parts/kernel-name.js';
import { trackBar } from '../parts/meter.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Counters = Report['hardware_counters'];
type Metric = NonNullable<Counters['metrics']>['derived'][string];

/** Rows of a table in the page; JSON has all. */
const MOST_ROWS = 300;

/** What the counters tell, the counters themselves, and the runs that would tell more. */
export function countersSection(context: HtmlContext): HtmlSection | null {
  const { hardware_counters: counters } = context.report;
  const next = escalation(counters);
  if (!counters.has_counters && next === null) return null;
  const count = Object.keys(counters.counters ?? {}).length;
  return {
    id: 'counters',
    title: 'Counters',
    count: counters.has_counters ? formatCount(count) : '',
    take: counters.has_counters
      ? takeOf(counters, count)
      : 'This trace holds no counters, so nothing tells what bounds a kernel.',
    body: markup`${derived(counters)}${unknown(counters)}${folded('Metrics per kernel', derivedPerKernel(counters, context))}${folded('Counters as recorded', raw(counters))}${folded('Counters per kernel', rawPerKernel(counters, context))}${counters.per_kernel_truncated === true ? markup`<p class="note">Not every kernel with counters is listed.</p>` : null}${next}`,
  };
}

function takeOf({ metrics }: Counters, count: number): string {
  const waves = metrics?.waves_launched ?? null;
  const active = metrics?.gpu_utilization_pct ?? null;
  return [
    `${plural(count, 'counter')} recorded.`,
    active === null ? '' : `The GPU was active in ${formatPercent(active)} of the counted cycles.`,
    waves === null
      ? ''
      : `${formatCount(waves)} waves were launched: per dispatch mean ${formatPlain(metrics?.avg_waves ?? 0)}, least ${formatPlain(metrics?.min_waves ?? 0)}, most ${formatPlain(metrics?.max_waves ?? 0)}.`,
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function derived({ metrics }: Counters): Markup | null {
  const known = Object.entries(metrics?.derived ?? {}).filter(([, metric]) => metric.value !== null);
  return table(
    [
      { header: 'Metric', kind: 'name' },
      { header: 'Value', kind: 'number' },
      { header: '', kind: 'plain', class: 'change-bar' },
      { header: 'Dispatches', kind: 'number' },
      { header: 'Passes', kind: 'text' },
    ],
    known.map(([name, metric]) => [
      metricWords(name),
      formatQuantity(metric.value, metric.unit),
      share(metric),
      formatCount(metric.dispatch_count),
      metric.mixed_passes ? 'mixed' : 'one',
    ]),
    { caption: 'Metrics computed from counters' },
  );
}

/** A bar for what is a share of a whole. */
function share({ value, unit }: Metric): Markup {
  const percent = unit === 'percent' || unit === 'pct' ? value : unit === 'fraction' ? 100 * (value ?? 0) : null;
  if (percent === null || percent < 0 || percent > 100) return markup`&nbsp;`;
  return trackBar(percent, 'accent', formatPercent(percent));
}

/** Metrics that could not be computed, by reason. */
function unknown({ metrics }: Counters): Markup | null {
  const byReason = new Map<string, string[]>();
  for (const [name, { value, reason }] of Object.entries(metrics?.derived ?? {})) {
    if (value !== null) continue;
    const key = reason ?? 'reason unknown';
    byReason.set(key, [...(byReason.get(key) ?? []), metricWords(name)]);
  }
  if (byReason.size === 0) return null;
  const list = [...byReason].map(
    ([reason, names]) => markup`<li>${names.join(', ')}: <span class="dim">${reason}</span></li>`,
  );
  return markup`<details class="fold"><summary>${plural([...byReason.values()].flat().length, 'metric')} not computed</summary><ul class="actions">${list}</ul></details>`;
}

function folded(title: string, content: Markup | null): Markup | null {
  return content === null ? null : markup`<details class="fold"><summary>${title}</summary>${content}</details>`;
}

function derivedPerKernel({ metrics }: Counters, context: HtmlContext): Markup | null {
  const rows = Object.entries(metrics?.per_kernel ?? {}).flatMap(([kernel, values]) =>
    Object.entries(values)
      .filter(([, metric]) => metric.value !== null)
      .map(([name, metric]) => [
        kernelName(kernel, context),
        metricWords(name),
        formatQuantity(metric.value, metric.unit),
        formatCount(metric.dispatch_count),
        metric.mixed_passes ? 'mixed' : 'one',
      ]),
  );
  return limited(
    rows,
    table(
      [
        { header: 'Kernel', kind: 'name' },
        { header: 'Metric', kind: 'text' },
        { header: 'Value', kind: 'number' },
        { header: 'Dispatches', kind: 'number' },
        { header: 'Passes', kind: 'text' },
      ],
      rows.slice(0, MOST_ROWS),
      { caption: 'Metrics per kernel' },
    ),
  );
}

function raw({ counters }: Counters): Markup | null {
  const rows = Object.entries(counters ?? {}).map(([name, entry]) => [
    markup`<code>${name}</code>`,
    formatCount(entry.sample_count),
    amount(entry.avg_value),
    amount(entry.min_value),
    amount(entry.max_value),
    amount(entry.total_value),
  ]);
  return limited(
    rows,
    table(
      ['Counter', 'Dispatches', 'Mean', 'Min', 'Max', 'Total'].map((header, index) => ({
        header,
        kind: index === 0 ? ('name' as const) : ('number' as const),
      })),
      rows.slice(0, MOST_ROWS),
      { caption: 'Counters per dispatch' },
    ),
  );
}

function rawPerKernel({ per_kernel: perKernel }: Counters, context: HtmlContext): Markup | null {
  const kernels = Object.entries(perKernel ?? {});
  const rows = kernels.flatMap(([kernel, counters]) =>
    Object.entries(counters).map(([name, entry]) => [
      kernelName(kernel, context),
      markup`<code>${name}</code>`,
      formatCount(entry.dispatch_count),
      amount(entry.avg_value),
      amount(entry.min_value),
      amount(entry.max_value),
    ]),
  );
  return limited(
    rows,
    table(
      ['Kernel', 'Counter', 'Dispatches', 'Mean', 'Min', 'Max'].map((header, index) => ({
        header,
        kind: index === 0 ? ('name' as const) : index === 1 ? ('text' as const) : ('number' as const),
      })),
      rows.slice(0, MOST_ROWS),
      { caption: 'Counters per kernel and dispatch' },
    ),
  );
}

function limited(rows: readonly unknown[], list: Markup | null): Markup | null {
  const rest = rows.length - MOST_ROWS;
  return rest > 0 ? markup`${list}<p class="note">${plural(rest, 'row')} more in JSON.</p>` : list;
}

/** Counters have no common unit: one decimal, as counted. */
function amount(value: number): string {
  return formatFixed(value, Number.isInteger(value) ? 0 : 1);
}

function escalation({ escalation: next }: Counters): Markup | null {
  if (next === undefined || (!next.required && next.commands.length === 0)) return null;
  const where = next.gpu_arch === null ? '' : ` on ${next.gpu_arch}`;
  const passes = next.passes.map(
    ({ index, counters }) => markup`<li>pass ${index}: <code>${counters.join(' ')}</code></li>`,
  );
  const commands = next.commands.map(
    (command) => markup`<p class="note">${command.tool}: ${command.description}</p>${commandBox(command.full_command)}`,
  );
  return markup`<div class="sub"><h3>Counters that would tell more</h3><p class="note">${plural(next.pass_count, 'further run')}${where}: ${next.reason}</p><details class="fold"><summary>What each run records</summary><ul class="actions">${passes}</ul></details>${commands}</div>`;
}
