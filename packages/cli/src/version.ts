import { createRequire } from 'node:module';

/** A manifest, as far as it is read here. */
interface Manifest {
  readonly version: string;
}

/**
 * Version of the product: that of `@perfxpert/agents`, which also stands in every report, so that the command and its
 * reports never name two. Reading a manifest loads no code.
 */
export function productVersion(): string {
  const manifest: Manifest = createRequire(import.meta.url)('@perfxpert/agents/package.json');
  return manifest.version;
}
