// The process of a query: it gets a request, answers once, and is ended by its parent.
import { answerOf } from './lib/query/query-protocol.js';
import { runQuery } from './lib/query/run-query.js';
import type { QueryRequest } from './lib/query/run-query.js';

process.once('message', (request: QueryRequest) => {
  runQuery(request).then(
    (result) => process.send?.({ kind: 'result', result }),
    (error: unknown) => process.send?.(answerOf(error)),
  );
});
process.once('disconnect', () => process.exit());
