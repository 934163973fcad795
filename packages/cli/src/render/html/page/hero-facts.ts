import type { Report } from '@perfxpert/agents';
import { formatBytes, formatCount, formatDuration } from '../../format-number.js';
import { countGpus } from '../../gpu-counts.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';

type Fact = readonly [label: string, value: string, detail: string];

/** Six facts on what was analysed. */
export function heroFacts({ report }: HtmlContext): Markup {
  const facts = [gpus(report), ranks(report), window(report), ...work(report)];
  return markup`<dl class="facts">${facts.map(
    ([label, value, detail]) =>
      markup`<div><dt>${label}</dt><dd>${value}${detail === '' ? null : markup`<small>${detail}</small>`}</dd></div>`,
  )}</dl>`;
}

function gpus(report: Report): Fact {
  const { gpus: list } = report.profiling_info;
  if (list.length === 0) return ['GPUs', 'none at work', ''];
  const counts = countGpus(report, ({ name, architecture }) => name ?? architecture ?? 'unknown model');
  const value = [...counts].map(([model, count]) => (count === 1 ? model : `${String(count)} × ${model}`)).join(' + ');
  const architectures = [...new Set(list.map(({ architecture }) => architecture))].filter((id) => id !== null);
  const units = report.kernel_resources.arch_specs?.cu_count ?? null;
  const detail = [...architectures, ...(units === null ? [] : [`${String(units)} CUs each`])].join(', ');
  return ['GPUs', value, detail === value ? '' : detail];
}

function ranks({ metadata: { processes }, communication, execution_breakdown: breakdown }: Report): Fact {
  const known = new Set(processes.flatMap(({ rank }) => (rank === null ? [] : [rank])));
  const nodes = new Set(processes.flatMap(({ node }) => (node === null ? [] : [node]))).size;
  const hosts = nodes === 0 ? '' : plural(nodes, 'host');
  const missing = communication?.summary.missing_rank_count ?? null;
  if (known.size === 0) return ['Processes', formatCount(processes.length), hosts];
  const all = missing === null || missing === 0 ? '' : ` of ${String(known.size + missing)}`;
  const devices = breakdown === null ? '' : plural(breakdown.devices.length, 'device');
  return ['Ranks', `${formatCount(known.size)}${all}`, [devices, hosts].filter(Boolean).join(', ')];
}

function window({ execution_breakdown: breakdown, steps }: Report): Fact {
  if (breakdown === null) return ['Window', '–', 'no GPU work recorded'];
  const [loop] = steps?.loops ?? [];
  const detail = loop === undefined ? '' : plural(loop.step_count, 'step');
  const groups = breakdown.group_count > 1 ? `${String(breakdown.group_count)} windows in all` : detail;
  return ['Window', formatDuration(breakdown.wall_ns), groups];
}

function work({ trace_quality: quality, memory_analysis: copies, api_breakdown: api, hotspots }: Report): Fact[] {
  const bytes = Object.values(copies).reduce((sum, entry) => sum + entry.total_bytes, 0);
  const kernels = hotspots.length === 0 ? '' : `${plural(hotspots.length, 'kernel')} listed`;
  return [
    ['Dispatches', formatCount(quality.dispatches), kernels],
    ['Copies', formatCount(quality.copies), bytes === 0 ? '' : `${formatBytes(bytes)} of known size`],
    [
      'Host API calls',
      api.has_api_data ? formatCount(quality.api_calls) : '–',
      api.has_api_data ? plural(api.api_call_count, 'function') : 'not recorded',
    ],
  ];
}
