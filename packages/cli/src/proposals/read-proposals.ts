import fs from 'node:fs';
import type { Proposal } from '@perfxpert/agents';
import { describeReadFailure } from '../output/read-failure.js';
import { UsageError } from '../usage-error.js';

/**
 * The proposals of a saved result: those at its top, then those of `kernel_deltas`, then those one level down in any object;
 * one per id, the first one.
 *
 * @throws UsageError for a file that is missing or holds no JSON object
 */
export async function readProposals(file: string): Promise<Proposal[]> {
  const { parseProposal } = await import('@perfxpert/agents');
  const result = readObject(file);
  const nested = Object.values(result).filter(isObject);
  const lists = [result, ...[result['kernel_deltas']].filter(isObject), ...nested].flatMap((place) => {
    const list = place['exploratory_proposals'];
    return Array.isArray(list) ? list : [];
  });
  const found = new Map<string, Proposal>();
  for (const raw of lists) {
    const proposal = await parseProposal(raw);
    if (proposal !== null && !found.has(proposal.proposal_id)) found.set(proposal.proposal_id, proposal);
  }
  return [...found.values()];
}

/** One proposal by its id. @throws UsageError with the known ids */
export async function requireProposal(file: string, id: string): Promise<Proposal> {
  const proposals = await readProposals(file);
  const found = proposals.find(({ proposal_id: known }) => known === id);
  if (found !== undefined) return found;
  const known = proposals.map(({ proposal_id: other }) => other);
  throw new UsageError(
    `${id}: no such proposal; ${known.length === 0 ? 'there are none' : `known are ${known.join(', ')}`}`,
  );
}

function readObject(file: string): Readonly<Record<string, unknown>> {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw describeReadFailure(file, error);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Told below.
  }
  throw new UsageError(`${file}: holds no JSON object; give a result that was saved with --format json`);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
