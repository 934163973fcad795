import { createHash } from 'node:crypto';
import { canonicalJson, escapedJson } from './escaped-json.js';

/** SHA-256 of `{"name": "<name>"}`: one space after the colon, nothing beyond ASCII; a missing name is empty. */
export function recommendationHashV1(name: string | null | undefined): string {
  return sha256(`{"name": ${escapedJson(name ?? '')}}`);
}

/** SHA-256 over name, kernel and architecture: the same technique for another kernel is another entry. */
export function recommendationHashV2(name: string, kernel: string | null, gfxId: string | null): string {
  return sha256(canonicalJson({ name, kernel, gfx_id: gfxId }));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
