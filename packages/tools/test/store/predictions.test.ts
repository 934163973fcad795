import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import type { Prediction } from '../../src/schemas/prediction.js';
import { openPredictions } from '../../src/store/predictions.js';

const PREDICTION: Prediction = {
  predicted_speedup_range: [1.3, 1.445],
  confidence: 0.7,
  rationale: 'because',
  roofline_delta: { before: null, after: { ai: 4 } },
  assumptions: [],
  source_citation: 'proven_optimizations#x',
  change_type: 'hip_stream_overlap',
  kernel_name: 'k\u001b[0m; drop table predictions',
  baseline_db: 'a.db',
  prediction_id: '0123456789abcdef',
  status: 'predicted',
  gate: null,
  predicted_program_speedup_range: null,
  kernel_time_frac: null,
  window_frac: null,
  conditions: [],
};
let folder = '';

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'predictions-'));
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('openPredictions', () => {
  it('gives back what was saved, from the file too', () => {
    const store = openPredictions({ stateDir: folder });
    expect(store.find(PREDICTION.prediction_id)).toBeNull();
    store.save(PREDICTION);
    store.save(PREDICTION);
    store.close();
    const again = openPredictions({ stateDir: folder });
    expect(again.find(PREDICTION.prediction_id)).toEqual(PREDICTION);
    expect(again.ids(5)).toEqual([PREDICTION.prediction_id]);
    expect(again.find("x' or '1'='1")).toBeNull();
    again.close();
  });

  it('leaves the database out where several led to it', () => {
    const store = openPredictions({ stateDir: null });
    store.save(PREDICTION);
    store.save({ ...PREDICTION, baseline_db: ['b.db', 'c.db'] });
    expect(store.find(PREDICTION.prediction_id)).toEqual({
      ...PREDICTION,
      baseline_db: null,
      provenance_redacted: true,
      provenance_ambiguous: true,
    });
    store.close();
  });

  it('keeps predictions in memory where the folder cannot be written, and says why', () => {
    const file = path.join(folder, 'file');
    fs.writeFileSync(file, '');
    const store = openPredictions({ stateDir: file });
    expect(store.failure).toBeNull();
    store.save(PREDICTION);
    expect(store.failure).toMatchObject({ code: 'PERMISSION_DENIED' });
    expect(store.find(PREDICTION.prediction_id)).toEqual(PREDICTION);
    store.close();
  });

  it('keeps the latest ten thousand', () => {
    const store = openPredictions({ stateDir: folder });
    store.save({ ...PREDICTION, prediction_id: 'oldest' });
    store.close();
    const database = new Database(path.join(folder, 'predictions.db'));
    database.exec(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 9999)
       insert into predictions (id, baseline, body) select 'p' || i, '', '' from n`,
    );
    database.close();
    const again = openPredictions({ stateDir: folder });
    expect(again.find('oldest')).not.toBeNull();
    again.save(PREDICTION);
    expect(again.find('oldest')).toBeNull();
    again.close();
  });

  it('refuses a stored text that is no prediction', () => {
    const store = openPredictions({ stateDir: folder });
    store.save(PREDICTION);
    store.close();
    const database = new Database(path.join(folder, 'predictions.db'));
    database.exec(`update predictions set body = '{"status": "predicted"}'`);
    database.close();
    const again = openPredictions({ stateDir: folder });
    expect(() => again.find(PREDICTION.prediction_id)).toThrow(expect.objectContaining({ code: 'DAMAGED' }));
    again.close();
  });
});
