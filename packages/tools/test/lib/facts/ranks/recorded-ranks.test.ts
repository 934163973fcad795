import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openTrace } from '@perfxpert/rocpd';
import { diagnose } from '../../../../src/lib/diagnosis/diagnose.js';
import { computeFacts } from '../../../../src/lib/facts/compute-facts.js';
import { findSharedFolder } from '../../../support/shared-traces.js';

const SHARED = findSharedFolder();
const withRecordings = SHARED === null ? describe.skip : describe;
const RANKS = [0, 1, 2, 3].map((rank) => path.join(SHARED ?? '', `traces/ddp_resnet_mi300x_rank${rank}.db`));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-ranks-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** The tables of several recordings in one file, as `rocpd merge` leaves them: each with the suffix of its process. */
function merge(files: readonly string[]): string {
  const merged = path.join(folder, 'merged.db');
  const database = new Database(merged);
  for (const file of files) {
    database.prepare('ATTACH ? AS source').run(file);
    const tables = database
      .prepare<[], { name: string }>(
        `SELECT name FROM source.sqlite_master WHERE type = 'table' AND name LIKE 'rocpd_%'`,
      )
      .all();
    for (const { name } of tables)
      database.exec(`CREATE TABLE IF NOT EXISTS main."${name}" AS SELECT * FROM source."${name}"`);
    database.exec('DETACH source');
  }
  database.close();
  return merged;
}

async function analyse(files: readonly string[]) {
  const trace = openTrace(files);
  try {
    const facts = await computeFacts(trace);
    return { facts, diagnosis: diagnose(facts) };
  } finally {
    trace.close();
  }
}

/** RCCL kernels of one rank by plain SQL, in order of start: stream and duration. */
function collectives(file: string): { stream: number; ns: number }[] {
  const database = new Database(file, { readonly: true });
  try {
    return database
      .prepare<[], { stream: number; ns: number }>(
        `SELECT stream_id AS stream, duration AS ns FROM kernels WHERE name LIKE 'nccl%' ORDER BY start`,
      )
      .all();
  } finally {
    database.close();
  }
}

withRecordings('the four DDP ranks', () => {
  it('name rank 3 and its bound, as plain SQL has it', async () => {
    const { facts } = await analyse(RANKS);
    const rows = RANKS.map(collectives);
    // The k-th kernels of the ranks are one collective, all on one stream: second-shortest minus shortest, summed.
    let gapNs = 0;
    let waitedNs = 0;
    for (let index = 0; index < 17; index++) {
      const [shortest = 0, second = 0, ...others] = rows.map((own) => own[index]?.ns ?? 0).sort((a, b) => a - b);
      gapNs += second - shortest;
      waitedNs += second - shortest + others.reduce((sum, ns) => sum + ns - shortest, 0);
    }
    expect(rows.map((own) => own.length)).toEqual([17, 17, 17, 17]);
    expect(facts.ranks?.straggler).toMatchObject({
      rank: 3,
      basis: 'collectives',
      last_count: 17,
      matched_count: 17,
      bound_ns: gapNs,
      caused_waiting_ns: waitedNs,
      caused_waiting_pct: 100,
      lead: 'empty_gpu',
    });
    // Kernels of rank 3 were drawn out where the next one left room.
    expect(facts.ranks?.straggler?.parts.find(({ part }) => part === 'kernels')?.excess_ns).toBeGreaterThan(0);
  });

  it('show the collectives of rank 0 as waiting', async () => {
    const { facts, diagnosis } = await analyse(RANKS);
    const total = collectives(RANKS[0] ?? '').reduce((sum, { ns }) => sum + ns, 0);
    const shortest = collectives(RANKS[3] ?? '').reduce((sum, { ns }) => sum + ns, 0);
    expect(facts.ranks?.ranks[0]).toMatchObject({
      rank: 0,
      transfer_ns: shortest,
      waiting_ns: total - shortest,
      late_ns: 0,
    });
    expect(diagnosis.verdict.key_findings).toContain(
      'GPU 0, rank 0 waits for other ranks for 50.1 ms of 71.5 ms in matched collectives.',
    );
  });

  it('end in a verdict and a first recommendation about rank 3, below what others wait', async () => {
    const { diagnosis, facts } = await analyse(RANKS);
    expect(diagnosis.verdict).toMatchObject({ primary_bottleneck: 'latency', driver: 'rank_straggler' });
    expect(diagnosis.verdict.overall_assessment).toContain('GPU 3, rank 3');
    const [first] = diagnosis.recommendations;
    expect(first).toMatchObject({ id: 'ROCPD-RANK-001', target: 'GPU 3, rank 3' });
    expect(first?.recoverable_ns).toBeLessThanOrEqual(facts.executionBreakdown?.communication_exposed_ns ?? 0);
    // What is waiting for rank 3 is not offered a second time.
    expect(diagnosis.recommendations.map(({ id }) => id).filter((id) => id.startsWith('ROCPD-RCCL'))).toEqual([]);
  });

  it('are moved by 40 us each, which their ends show', async () => {
    const { facts } = await analyse(RANKS);
    expect(facts.ranks?.cohorts).toHaveLength(1);
    expect(facts.ranks?.cohorts[0]?.clock).toMatchObject({ method: 'collective_ends', collective_count: 17 });
    expect(facts.ranks).toMatchObject({
      world_size: 8,
      missing_rank_count: 4,
      missing_ranks: [4, 5, 6, 7],
      unlike: [],
    });
  });

  it('give the same when merged into one file', async () => {
    const apart = await analyse(RANKS);
    const merged = await analyse([merge(RANKS)]);
    expect(merged.facts.ranks).toEqual(apart.facts.ranks);
    expect(merged.diagnosis.verdict).toEqual(apart.diagnosis.verdict);
    expect(merged.diagnosis.recommendations).toEqual(apart.diagnosis.recommendations);
  });
});
