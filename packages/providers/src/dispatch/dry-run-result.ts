import type { ChatResult } from '../provider.js';
import { NO_USAGE } from '../usage.js';

/** What every dry run returns: one shared, frozen result without text, usage or requests. */
export const DRY_RUN_RESULT: ChatResult = Object.freeze({
  provider: 'dry_run',
  model: 'dry_run',
  requestId: null,
  blocks: Object.freeze([]),
  text: '',
  stopReason: 'end',
  usage: NO_USAGE,
  attempts: Object.freeze([]),
});
