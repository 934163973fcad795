import { budgetView } from './budget-view.js';
import type { View, ViewOptions } from './budget-view.js';
import { plainSentences } from './plain-sentences.js';

/** What an answer holds of a payload of the library. @throws CursorError */
export function wireView(payload: unknown, options: ViewOptions = {}): View {
  return budgetView(plainSentences(payload), options);
}
