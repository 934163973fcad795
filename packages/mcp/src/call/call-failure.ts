import { isPerfXpertError, toWireError } from '@perfxpert/agents/tools';
import type { WireError } from '@perfxpert/agents/tools';

/** Why a call brought no payload. `trouble` is for the log only: null for an error that is the caller's. */
export interface CallFailure {
  readonly error: WireError;
  readonly trouble: string | null;
}

/** An error as plain data: details may hold what a message between threads cannot carry. */
export function callFailure(error: unknown): CallFailure {
  const { code, message, details } = toWireError(error);
  const plain: unknown = JSON.parse(JSON.stringify(details, (_key, value: unknown) => safe(value)));
  const isOurs = isPerfXpertError(error) && error.code !== 'INTERNAL';
  return {
    error: { code, message, details: typeof plain === 'object' && plain !== null ? { ...plain } : {} },
    trouble: isOurs ? null : error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

function safe(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
