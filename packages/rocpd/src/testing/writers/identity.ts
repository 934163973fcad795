import { createHash } from 'node:crypto';

/**
 * A process guid in the form of rocprofv3's (a UUID of version 7 with leading zeros), derived from any text: equal
 * texts give equal guids.
 */
export function guidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex');
  return `0000${digits.slice(0, 4)}-${digits.slice(4, 8)}-7${digits.slice(8, 11)}-8${digits.slice(11, 14)}-${digits.slice(14, 26)}`;
}

/** A machine id as /etc/machine-id holds it, 32 hexadecimal digits, derived from a name. */
export function machineIdOf(name: string): string {
  return createHash('sha256').update(`machine ${name}`).digest('hex').slice(0, 32);
}

/** The hash of a machine, below 2^63, and the node id, its remainder modulo 2^32 (as rocprofv3 chooses it). */
export function nodeHash(machineId: string): { readonly hash: bigint; readonly id: number } {
  const hash = BigInt(`0x${createHash('sha256').update(machineId).digest('hex').slice(0, 15)}`);
  return { hash, id: Number(hash % 2n ** 32n) };
}
