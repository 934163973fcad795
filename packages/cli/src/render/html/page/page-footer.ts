import type { Report } from '@perfxpert/agents';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';

/** Units, versions and, unless switched off, when the report was made. */
export function pageFooter({ schema_version: version, metadata }: Report, hasData: boolean): Markup {
  const made =
    metadata.analysis_timestamp === null
      ? ''
      : `, made ${metadata.analysis_timestamp}${
          metadata.analysis_duration_ms === null ? '' : ` in ${String(Math.round(metadata.analysis_duration_ms))} ms`
        }`;
  return markup`<footer><p> Sizes and rates are decimal (MB, GB/s), memory on the chip is binary (KiB). Percentages without a named base are shares of the window. – means not recorded, ≤ an upper bound. </p>${
    hasData
      ? null
      : markup`<p> The data of this report is too large to lie in the page; write it with <code>--format json</code>. </p>`
  }<p> PerfXpert ${metadata.tool_version}, report ${version}${metadata.provider === null ? '' : `, words by ${metadata.provider}`}${made}. </p></footer>`;
}
