import type { Report } from '@perfxpert/agents';
import { filterWords } from '../../filter-words.js';
import { formatBytes, formatCount } from '../../format-number.js';
import { plural } from '../../plural.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { cutText } from '../parts/cut-text.js';
import { table } from '../parts/table.js';
import type { HtmlSection } from '../section.js';

type Process = Report['metadata']['processes'][number];

const MOST_ROWS = 64;
const LONGEST_TEXT = 400;

/** What was read: files, processes, GPUs. */
export function inputsSection({ report }: HtmlContext): HtmlSection | null {
  const { metadata, profiling_info: info } = report;
  if (metadata.inputs.length === 0) return null;
  return {
    id: 'inputs',
    title: 'Inputs',
    count: String(metadata.inputs.length),
    take: `${plural(metadata.inputs.length, 'file')} with ${plural(metadata.processes.length, 'process', 'processes')}, recorded as ${info.profiling_mode}, tier ${String(info.analysis_tier)}.${metadata.custom_prompt === null ? '' : ` Asked: ${metadata.custom_prompt}`} ${filterWords(report)}`.trim(),
    body: markup`${files(report)}${processes(report)}`,
  };
}

function files({ metadata: { inputs } }: Report): Markup {
  const rest = inputs.length - MOST_ROWS;
  return markup`${table(
    [
      { header: '#', kind: 'number' },
      { header: 'File', kind: 'name' },
      { header: 'Size', kind: 'number' },
      { header: 'Layout', kind: 'text' },
      { header: 'Schema', kind: 'text' },
    ],
    inputs
      .slice(0, MOST_ROWS)
      .map((input, index) => [
        String(index + 1),
        cutText(input.path, LONGEST_TEXT),
        formatBytes(input.size_bytes),
        input.layout,
        cutText(input.schema_versions.join(', '), LONGEST_TEXT),
      ]),
    { caption: 'Files' },
  )}${rest > 0 ? markup`<p class="note">${plural(rest, 'file')} more in JSON.</p>` : null}`;
}

function processes({ metadata }: Report): Markup {
  const rest = metadata.processes.length - MOST_ROWS;
  const text = (value: string | null): string | null => (value === null ? null : cutText(value, LONGEST_TEXT));
  return markup`${table(
    [
      { header: 'File', kind: 'number' },
      { header: 'Rank', kind: 'number' },
      { header: 'Process', kind: 'number' },
      { header: 'Host', kind: 'text' },
      { header: 'Command', kind: 'text' },
    ],
    [...metadata.processes]
      .sort(byPlace)
      .slice(0, MOST_ROWS)
      .map((process) => [
        String(process.input + 1),
        process.rank === null ? null : formatCount(process.rank),
        process.pid === null ? null : String(process.pid),
        text(process.node),
        process.command === null ? null : markup`<code>${text(process.command)}</code>`,
      ]),
    { caption: 'Processes' },
  )}${rest > 0 ? markup`<p class="note">${plural(rest, 'process', 'processes')} more in JSON.</p>` : null}`;
}

/** In order of file, rank and process number, as people count them. */
function byPlace(left: Process, right: Process): number {
  return left.input - right.input || (left.rank ?? -1) - (right.rank ?? -1) || (left.pid ?? -1) - (right.pid ?? -1);
}
