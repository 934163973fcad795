import { createHash } from 'node:crypto';
import type { KernelShape } from '../facts/kernel-segments.js';

const SIGNATURE_CHARACTERS = 12;

/**
 * Identity of a pair across runs: the first 12 hex digits of SHA-1 over `name|name|b=x,y,z|g=x,y,z`, with addresses in
 * names replaced by `#addr` and lists of numbers in angle brackets by `<#dims>`. An absent extent counts as zeros.
 */
export function pairSignature([first, second]: readonly [string, string], { workgroup, grid }: KernelShape): string {
  const shape = `|b=${extentText(workgroup)}|g=${extentText(grid)}`;
  const text = `${normalizeName(first)}|${normalizeName(second)}${shape}`;
  return createHash('sha1').update(text).digest('hex').slice(0, SIGNATURE_CHARACTERS);
}

function normalizeName(name: string): string {
  return name.replace(/0x[\da-f]+/gi, '#addr').replace(/<[\d,\s]+>/g, '<#dims>');
}

function extentText(extent: KernelShape['grid']): string {
  return (extent ?? [0, 0, 0]).join(',');
}
