import type { GateCheck } from '@perfxpert/agents/toolkit';
import { escapeText } from '../escape-text.js';
import { renderJson } from '../render-json.js';
import { cutMiddle } from '../text/cut-middle.js';
import { productVersion } from '../../version.js';
import { checkFingerprint, outcomeOf } from './check-words.js';
import type { CiReport } from './ci-formats.js';
import { jsonWithoutCommands } from './without-commands.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const LONGEST_TEXT = 1000;
/** GitHub takes no more results of a run. */
const MOST_RESULTS = 25_000;
const RULES = {
  whole_run: ['LongerRun', 'The run takes longer', 'Find the kernels that make it longer with perfxpert diff.'],
  kernel: ['SlowerKernel', 'A kernel takes longer', 'Compare its calls and its time per call with perfxpert diff.'],
  new_hot_kernel: ['NewHotKernel', 'A hot kernel is new', 'Find what launches it, and what it replaces.'],
} as const;
const RULE_IDS = Object.keys(RULES);

/**
 * What failed, and as warnings what is uncertain, as SARIF 2.1.0 (OASIS). Kernels are logical locations: a trace has no
 * source lines.
 */
export function renderSarif({ diff, gate }: CiReport): string {
  const results = gate.checks.filter((check) => outcomeOf(check) !== 'passed').slice(0, MOST_RESULTS);
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'PerfXpert',
            semanticVersion: productVersion(),
            rules: Object.entries(RULES).map(([rule, [name, description, help]]) => ({
              id: `perfxpert/${rule}`,
              name,
              shortDescription: { text: description },
              help: { text: help },
              defaultConfiguration: { level: 'error' },
              properties: { tags: ['performance'] },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: results.map(result),
        properties: {
          verdict: diff.verdict,
          verdictBasis: diff.verdict_basis,
          verdictDeltaPct: diff.verdict_delta_pct,
          verdictThresholdPct: diff.verdict_threshold_pct,
        },
      },
    ],
  };
  return jsonWithoutCommands(renderJson(log));
}

function result(check: GateCheck) {
  const { rule, kernel, baseline_ns: baselineNs, new_ns: newNs, delta_pct: deltaPct } = check;
  const location =
    kernel === null ? { name: 'GPU', kind: 'module' } : { fullyQualifiedName: shown(kernel), kind: 'function' };
  return {
    ruleId: `perfxpert/${rule}`,
    ruleIndex: RULE_IDS.indexOf(rule),
    level: check.passed ? 'warning' : 'error',
    message: { text: shown(check.message) },
    locations: [{ logicalLocations: [location] }],
    partialFingerprints: { 'perfxpertCheck/v1': checkFingerprint(check) },
    properties: { baselineNs, newNs, deltaPct },
  };
}

function shown(text: string): string {
  return cutMiddle(escapeText(text), LONGEST_TEXT, '...');
}
