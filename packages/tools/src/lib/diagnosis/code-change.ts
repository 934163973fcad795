/** Words of an action that changes code; those with a blank are verbs that must stand before an object. */
const CODE_CHANGE_WORDS = [
  'replace ',
  'convert ',
  'add ',
  'insert ',
  'remove ',
  'delete ',
  'change ',
  'modify ',
  'update ',
  'batch ',
  'use hip',
  'hipstream',
  'hipmemcpy',
  'hiplaunchkernel',
  'block size',
  'blockdim',
  'thread block',
  'merge kernel',
  'fuse kernel',
  'combine kernel',
  'async',
  'hipstreamcreate',
  'coalesce',
  'stride',
  'unroll',
  'pragma ',
  '#pragma',
  '__launch_bounds__',
  'wave32',
  'wave64',
] as const;

/** Whether an action asks for a change of code (and not for a command, a measurement or a setting). */
export function isCodeChange(action: string): boolean {
  const text = action.toLowerCase();
  return CODE_CHANGE_WORDS.some((word) => text.includes(word));
}
