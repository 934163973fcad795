import { createHash } from 'node:crypto';

const HASH_CHARACTERS = 8;
const RUNNING_NUMBER = /\d{3}$/;

/** Id of a finding about a kernel: the rule's id, `-` and the first 8 hex digits of SHA-256 of the kernel's name. */
export function kernelFindingId(ruleId: string, kernelName: string): string {
  return `${ruleId}-${createHash('sha256').update(kernelName).digest('hex').slice(0, HASH_CHARACTERS)}`;
}

/**
 * Makes ids unique: the first of equal ids stays; a repeat counts up its last three digits (`ROCPD-MEMCPY-002`), or
 * appends a running number where the id ends otherwise, until it is free.
 */
export function uniqueIds(ids: readonly string[]): string[] {
  const taken = new Set<string>();
  return ids.map((id) => {
    let unique = id;
    for (let number = 2; taken.has(unique); number++) {
      const digits = String(number).padStart(3, '0');
      unique = isCounted(id) ? id.replace(RUNNING_NUMBER, digits) : `${id}-${digits}`;
    }
    taken.add(unique);
    return unique;
  });
}

/** True for an id that ends in its running number and not in a hash. */
function isCounted(id: string): boolean {
  return /-\d{3}$/.test(id);
}
