import type { Report } from '@perfxpert/agents';
import { formatDuration } from '../../format-number.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { TextContext } from '../text-context.js';

/** Where everything else is, and what made this report. */
export function renderFooter({ metadata, schema_version: schemaVersion }: Report, context: TextContext): Section {
  const { analysis_timestamp: timestamp, analysis_duration_ms: durationMs } = metadata;
  const made = [
    `PerfXpert ${metadata.tool_version}`,
    `report ${schemaVersion}`,
    ...(timestamp === null ? [] : [timestamp]),
    ...(durationMs === null ? [] : [`analysed in ${formatDuration(durationMs * 1e6)}`]),
    ...(metadata.custom_prompt === null ? [] : [`asked: ${metadata.custom_prompt}`]),
    ...(metadata.provider === null ? [] : [`words by ${metadata.provider}`]),
  ];
  return {
    title: null,
    lines: [
      ...paragraph('More: --format json for everything, whole kernel names included.', context, { indent: 0 }),
      ...paragraph(
        `Sizes and rates are decimal (MB, GB/s), memory on the chip is binary (KiB). ${made.join('; ')}.`,
        context,
        {
          indent: 0,
          paint: context.paint.note,
        },
      ),
    ],
  };
}
