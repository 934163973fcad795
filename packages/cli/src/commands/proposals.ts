import path from 'node:path';
import type { Proposal } from '@perfxpert/agents';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { checkTarget } from '../output/check-target.js';
import { deliverReport } from '../output/deliver-report.js';
import { UNMEASURED_FIELDS, catalogSkeleton } from '../proposals/catalog-skeleton.js';
import { readProposals, requireProposal } from '../proposals/read-proposals.js';
import { escapeText } from '../render/escape-text.js';
import { renderJson } from '../render/render-json.js';

/** Runs `perfxpert proposals list`. */
export async function listProposals(file: string, json: boolean, io: Io): Promise<void> {
  const proposals = await readProposals(path.resolve(io.cwd, file));
  if (json) return writeText(io.stdout, renderJson(proposals));
  if (proposals.length === 0) return writeText(io.stdout, 'No proposals.\n');
  const lines = proposals.map(
    ({ proposal_id: id, specialist, title, confidence, target_kernel: kernel }) =>
      `${id}  ${specialist.padEnd(7)}  ${confidence.toFixed(2)}  ${escapeText(title)}${kernel === null ? '' : ` (${escapeText(kernel)})`}\n`,
  );
  return writeText(io.stdout, lines.join(''));
}

/** Runs `perfxpert proposals show`. */
export async function showProposal(file: string, id: string, io: Io): Promise<void> {
  await writeText(io.stdout, textOf(await requireProposal(path.resolve(io.cwd, file), id)));
}

/** The options of `perfxpert proposals promote`. */
export interface PromoteOptions {
  readonly promotedBy?: string;
  readonly output?: string;
  readonly quiet?: boolean;
}

/** Runs `perfxpert proposals promote`. */
export async function promoteProposal(
  file: string,
  id: string,
  { promotedBy, output, quiet = false }: PromoteOptions,
  io: Io,
): Promise<void> {
  const proposal = await requireProposal(path.resolve(io.cwd, file), id);
  const target = output === undefined || output === '-' ? null : path.resolve(io.cwd, output);
  if (target !== null && output !== undefined)
    checkTarget(target, output, { inputs: [file], cwd: io.cwd, input: 'report' });
  await deliverReport({ path: target, name: output ?? 'stdout' }, catalogSkeleton(proposal, promotedBy), !quiet, io);
  if (!quiet) io.stderr.write(`[perfxpert] not yet an entry: measure, then fill in ${UNMEASURED_FIELDS.join(', ')}\n`);
}

function textOf(proposal: Proposal): string {
  const list = (title: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : [`${title}:`, ...items.map((item) => `  - ${escapeText(item)}`)];
  const { verification, provenance } = proposal;
  return [
    `${proposal.proposal_id}  ${escapeText(proposal.title)}`,
    `Status: ${proposal.status}, unproven; specialist ${proposal.specialist}, confidence ${proposal.confidence.toFixed(2)}`,
    ...(proposal.target_kernel === null ? [] : [`Kernel: ${escapeText(proposal.target_kernel)}`]),
    `Hypothesis: ${escapeText(proposal.hypothesis)}`,
    `Mechanism: ${escapeText(proposal.mechanism)}`,
    ...list(
      'Evidence (what was observed is unverified)',
      proposal.evidence.map(({ kind, ref, observation }) => `[${kind}] ${ref}: ${observation}`),
    ),
    ...list(
      'Expected effects',
      proposal.expected_effects.map(({ metric, direction }) => `${metric}: ${direction}`),
    ),
    ...list('Assumptions', proposal.assumptions),
    ...list('Failure modes', proposal.failure_modes),
    'Verification:',
    ...list('  metrics', verification.metrics),
    ...list(
      '  success criteria',
      verification.success_criteria.map(({ metric, op, baseline }) => `${metric} ${op} ${baseline}`),
    ),
    '  all five gates have to pass',
    `Made by ${escapeText(provenance.provider)}, model ${escapeText(provenance.model)}`,
    '',
  ].join('\n');
}
