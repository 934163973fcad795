import * as v from 'valibot';
import { ProposalSchema } from './proposal-schema.js';
import type { Proposal } from './proposal-schema.js';

/** A value as a proposal, or null where it is none. */
export function parseProposal(value: unknown): Proposal | null {
  const parsed = v.safeParse(ProposalSchema, value);
  return parsed.success ? parsed.output : null;
}
