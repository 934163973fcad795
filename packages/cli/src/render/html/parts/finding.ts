import type { Report } from '@perfxpert/agents';
import { formatDuration, formatPercent, formatWholePercent } from '../../format-number.js';
import { describePrediction, describeTechnique, evidenceFigures, figuresToWatch } from '../../recommendation-words.js';
import { findingAnchorOf } from '../html-context.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { commandBox } from './command-box.js';
import { kernelName } from './kernel-name.js';
import { levelBars } from './level-bars.js';
import { trackBar } from './meter.js';
import { fillOfFinding, sectionOfSource } from './proof.js';

type Recommendation = Report['recommendations'][number];

const LEVELS: Readonly<Record<Recommendation['priority'], number>> = { HIGH: 3, MEDIUM: 2, LOW: 1, INFO: 0 };

/** One recommendation with its proof, its bound and how to go on. */
export function finding(entry: Recommendation, place: number, context: HtmlContext): Markup {
  return markup`<li class="finding" id="${findingAnchorOf(entry.id)}"><div class="number" aria-hidden="true">${place}</div><div><h3>${entry.title}</h3><p>${entry.issue}</p>${findingDetails(entry, context)}</div><div class="gain">${gain(entry)}</div></li>`;
}

/** Evidence, what to do, commands, risk, techniques and how to verify, as pairs of label and text. */
export function findingDetails(entry: Recommendation, context: HtmlContext): Markup {
  const rows = [
    row('Evidence', markup`<div class="evidence">${evidence(entry, context)}</div>`),
    row('About', about(entry, context)),
    row('Do', doing(entry)),
    row(
      'Gain',
      entry.recoverable_ns === null && !entry.estimated_impact.includes(entry.issue) ? entry.estimated_impact : null,
    ),
    row(
      'Run',
      entry.commands.length === 0
        ? null
        : entry.commands.map(
            (command) => markup`<div class="what">${command.description}</div>${commandBox(command.full_command)}`,
          ),
    ),
    row('Where', place(entry)),
    row('Risk', entry.risk),
    ...(entry.techniques ?? []).map((technique) => row('Technique', describeTechnique(technique))),
    row('Expect', describePrediction(entry)),
    row(
      'Verify',
      entry.verify === undefined
        ? null
        : markup`<code>${entry.verify.full_command}</code>, ${figuresToWatch(entry.verify)}`,
    ),
  ];
  return markup`<dl class="pairs">${rows}</dl>`;
}

function row(label: string, content: Markup | readonly Markup[] | string | null): Markup | null {
  return content === null || content === '' ? null : markup`<dt>${label}</dt><dd>${content}</dd>`;
}

/** The kernel it is about, linked to its row, unless the sentences name it. */
function about({ target }: Recommendation, context: HtmlContext): Markup | null {
  return target === null ? null : kernelName(target, context);
}

function doing({ suggestion, actions }: Recommendation): Markup {
  const list =
    actions.length === 0
      ? null
      : markup`<ul class="actions">${actions.map((action) => markup`<li>${action}</li>`)}</ul>`;
  return markup`${suggestion}${list}`;
}

function place({
  source_file: file,
  source_line: line,
  pragma_id: pragma,
  factor_sweep: factors,
}: Recommendation): Markup | null {
  if (file === undefined) return null;
  const sweep = factors === undefined ? '' : `, factors ${factors.join(', ')}`;
  return markup`<code>${file}${line === undefined ? '' : `:${String(line)}`}</code>${pragma === undefined ? null : `, ${pragma}${sweep}`}`;
}

/** Values of one figure in several units stand together; then where their rows are and what computes them. */
function evidence({ evidence: list, target }: Recommendation, context: HtmlContext): Markup[] {
  const sources = [...new Set(list.map(({ source }) => source))];
  const anchors = new Set(sources.map(sectionOfSource).filter((anchor) => anchor !== null && context.isDrawn(anchor)));
  const kernel = target === null ? null : context.kernelAnchor(target);
  return [
    ...evidenceFigures(list).map(
      ({ words, value, others }) =>
        markup`<span>${words} <b>${value}${others.length === 0 ? '' : ` (${others.join(', ')})`}</b></span>`,
    ),
    ...[kernel ?? [...anchors][0]].map((anchor) =>
      anchor === undefined ? markup`` : markup`<a href="#${anchor}">Rows</a>`,
    ),
    context.timeline === null
      ? markup``
      : markup`<a href="#timeline" ${target === null ? null : markup` data-show-kernel="${context.kernelLabel(target)}"`}>Timeline</a>`,
    markup`<span class="source">from ${sources.map((source, index) => markup`${index === 0 ? '' : ', '}<code>${source}</code>`)}</span>`,
  ];
}

function gain(entry: Recommendation): Markup {
  const { recoverable_ns: ns, recoverable_pct: percent } = entry;
  const bound =
    ns === null
      ? markup`<div class="value">not bounded</div>`
      : markup`<div class="value">≤ ${formatDuration(ns)}</div>${
          percent === null
            ? null
            : markup`<div class="label">at most, ${formatPercent(percent)} of the window</div><div class="track">${trackBar(percent, fillOfFinding(entry), `at most ${formatPercent(percent)} of the window`, 12)}</div>`
        }`;
  return markup`${bound}${ns === null ? null : markup`<div class="label">${boundWords(entry)}</div>`}${standing(entry)}`;
}

/** What the bound covers: the part of the sentence behind its figures. */
function boundWords({ estimated_impact: impact }: Recommendation): string {
  const colon = impact.indexOf(': ');
  const words = colon < 0 ? impact : impact.slice(colon + 2);
  return `Bound: ${words}`;
}

function standing(entry: Recommendation): Markup {
  const words = [
    entry.confidence === null ? '' : `confidence ${formatWholePercent(entry.confidence)}`,
    entry.effort === null ? '' : `effort ${entry.effort}`,
    entry.category,
    entry.subtype === 'pragma' ? 'advanced' : '',
  ].filter((word) => word !== '');
  return markup`<div class="standing">${levelBars(LEVELS[entry.priority], 3, `${entry.priority.toLowerCase()} priority`)}${words.map((word) => markup`<span>${word}</span>`)}<span class="dim">rule ${entry.id}</span></div>`;
}
