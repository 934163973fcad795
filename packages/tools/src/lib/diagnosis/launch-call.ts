import type { ApiCall } from '../../schemas/api-breakdown.js';
import type { TraceFacts } from '../facts/trace-facts.js';

/** The launching call made most often, ties by time; null without API data. */
export function launchCall({ apiBreakdown }: TraceFacts): ApiCall | null {
  let most: ApiCall | null = null;
  for (const call of apiBreakdown.api_calls)
    if (call.class === 'launch' && (most === null || call.calls > most.calls)) most = call;
  return most;
}
