// The process of queries: it answers one request after the other, and is ended by its parent.
import { outcomeOf } from './lib/query/query-protocol.js';
import type { QueryAnswer, QueryOutcome } from './lib/query/query-protocol.js';
import { QueryRunner } from './lib/query/run-query.js';
import type { QueryRequest } from './lib/query/run-query.js';

const runner = new QueryRunner();

function answer(outcome: QueryOutcome): void {
  process.send?.({ ...outcome, memoryBytes: process.memoryUsage.rss() } satisfies QueryAnswer);
}

process.on('message', (request: QueryRequest) => {
  runner.run(request).then(
    (result) => answer({ kind: 'result', result }),
    (error: unknown) => answer(outcomeOf(error)),
  );
});
process.once('disconnect', () => process.exit());
