import type { Report } from '@perfxpert/agents';
import { filterWords } from '../filter-words.js';
import { formatDuration, formatPercent } from '../format-number.js';
import type { Section } from '../text/section.js';
import { renderFooter } from '../text/sections/footer.js';
import { headerFacts } from '../text/sections/header.js';
import { renderVerdict } from '../text/sections/verdict.js';
import type { TextContext } from '../text/text-context.js';
import { escapeMarkdown } from './escape-markdown.js';

/** Tiers by number. */
const TIERS = ['Sources Only', 'Trace Only', 'Hardware Counters', 'Thread Trace', 'Thread Trace'] as const;
const UNTIMED = 'not recorded';

/** The verdict with its reasons. */
export function renderSummary(report: Report, context: TextContext): Section {
  const [first = '', ...others] = renderVerdict(report, context).lines.filter((line, at) => at > 0 || line !== '');
  return { title: 'Summary', lines: [`**${first}**`, ...others] };
}

/** What was analysed, below a rule. */
export function renderFacts(report: Report): Section {
  const { metadata, profiling_info: profiling } = report;
  const { machine, inputs, work } = headerFacts(report);
  const facts = [
    ['Database', inputs],
    ['Part', filterWords(report)],
    ['Machine', machine],
    ['Work', work],
    ['Analysis Date', metadata.analysis_timestamp ?? UNTIMED],
    ['Analysis Tier', `${profiling.analysis_tier} (${TIERS[profiling.analysis_tier] ?? ''})`],
    ['GPU Busy', report.execution_breakdown === null ? '' : formatPercent(report.execution_breakdown.gpu_busy_pct)],
    ['Total Runtime', formatDuration(profiling.total_duration_ns)],
  ].filter(([, value]) => value !== '');
  const lines = facts.map(([name = '', value = '']) => `- **${name}:** ${escapeMarkdown(value)}`);
  return { title: null, lines: ['---', '', ...lines] };
}

/** What made the report, below a rule. */
export function renderMade(report: Report, context: TextContext): Section {
  return { title: null, lines: ['---', ...renderFooter(report, context).lines] };
}
