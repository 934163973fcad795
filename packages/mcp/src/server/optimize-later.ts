import { setFlagsFromString } from 'node:v8';

/**
 * Makes the V8 of Node 20 compile to machine code what ran several times longer than usual (its default is 67,584 bytes of
 * bytecode per function). A server answers short calls through a thousand functions: at the default the optimizing
 * compiler is at work beside them for the first minutes, and where cores are few each of its jobs holds a call up for
 * milliseconds. Loops over traces pass the longer budget within a moment. Later engines count calls, take longer by
 * themselves and do not know the flag.
 */
export function optimizeLater(): void {
  if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=300000');
}
