import * as v from 'valibot';
import { parseJsonOrNull } from '../lib/text/parse-json-or-null.js';
import { PredictionSchema } from '../schemas/prediction.js';
import type { Prediction, StoredPrediction } from '../schemas/prediction.js';
import { ToolError, isPerfXpertError } from '../tool/tool-errors.js';
import type { PerfXpertError } from '../tool/tool-errors.js';
import { openStore } from './open-store.js';
import type { Store, StoreDatabase } from './open-store.js';

/** Predictions kept; the oldest go first. */
const MAX_KEPT = 10_000;
const MIGRATIONS = [
  `create table predictions (
     number integer primary key autoincrement,
     id text not null,
     baseline text not null,
     body text not null,
     unique (id, baseline)
   ) strict;`,
];

/** Predictions by their id. */
export interface PredictionStore {
  /**
   * Keeps a prediction; the same one twice is kept once. Where the state folder cannot be written it is kept in memory
   * until the process ends, and `failure` says why.
   */
  save(prediction: Prediction): void;
  /**
   * The prediction of an id; null for an unknown one. If several databases led to it, `baseline_db` is null and
   * `provenance_redacted` and `provenance_ambiguous` are true.
   *
   * @throws ToolError DAMAGED for a stored text that is no prediction
   */
  find(id: string): StoredPrediction | null;
  /** The latest ids, sorted. */
  ids(limit: number): string[];
  /** Why the state folder could not be used; null while it could. */
  readonly failure: PerfXpertError | null;
  close(): void;
}

/**
 * The predictions of a state folder (`predictions.db`, made at the first write).
 *
 * @param stateDir null keeps them in memory.
 */
export function openPredictions({ stateDir }: { readonly stateDir: string | null }): PredictionStore {
  const durable = openStore({ stateDir, fileName: 'predictions.db', migrations: MIGRATIONS });
  const memory = openStore({ stateDir: null, fileName: 'predictions.db', migrations: MIGRATIONS });
  let failure: PerfXpertError | null = null;
  return {
    save: (prediction) => {
      try {
        durable.write((database) => insert(database, prediction));
      } catch (error) {
        if (!isPerfXpertError(error)) throw error;
        failure = error;
        memory.write((database) => insert(database, prediction));
      }
    },
    find: (id) => merge([...rowsOf(durable, id), ...rowsOf(memory, id)]),
    ids: (limit) => [...new Set([...latestIds(durable, limit), ...latestIds(memory, limit)])].sort().slice(0, limit),
    get failure() {
      return failure;
    },
    close: () => {
      durable.close();
      memory.close();
    },
  };
}

function insert(database: StoreDatabase, prediction: Prediction): void {
  const insertRow = database.prepare('insert or ignore into predictions (id, baseline, body) values (?, ?, ?)');
  const { prediction_id: id, baseline_db: baseline } = prediction;
  const { changes, lastInsertRowid } = insertRow.run(id, JSON.stringify(baseline), JSON.stringify(prediction));
  if (changes > 0)
    database.prepare('delete from predictions where number <= ?').run(Number(lastInsertRowid) - MAX_KEPT);
}

function rowsOf(store: Store, id: string): string[] {
  return store.read(
    (database) =>
      database.prepare('select body from predictions where id = ? order by number').pluck().all(id) as string[], // a strict text column
    [],
  );
}

function latestIds(store: Store, limit: number): string[] {
  return store.read(
    (database) =>
      database.prepare('select id from predictions order by number desc limit ?').pluck().all(limit) as string[], // a strict text column
    [],
  );
}

function merge(bodies: readonly string[]): StoredPrediction | null {
  const [first, ...others] = [...new Set(bodies)];
  if (first === undefined) return null;
  const prediction = parse(first);
  if (others.length === 0) return prediction;
  return { ...prediction, baseline_db: null, provenance_redacted: true, provenance_ambiguous: true };
}

function parse(body: string): Prediction {
  const parsed = v.safeParse(PredictionSchema, parseJsonOrNull(body));
  if (parsed.success) return parsed.output;
  throw new ToolError('DAMAGED', 'predictions.db of the state folder holds a text that is no prediction.', {
    file: 'predictions.db',
  });
}
