import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyzeTrace } from '@perfxpert/agents';
import { traceDiff } from '@perfxpert/tools';
import { JOBS, PAIRS, SCENARIOS, renderJobs, renderPairs, renderScores, totalsOf } from './scenarios/index.js';
import { savedByFix, scoreJob, scorePair, scoreReport, writeJob, writePair, writeScenario } from './scenarios/index.js';
import type { JobScore } from './scenarios/jobs/score-job.js';
import type { PairScore } from './scenarios/score-pair.js';
import type { Score } from './scenarios/score.js';

const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-planted-'));
const scores: Score[] = [];
const pairs: PairScore[] = [];
const jobs: JobScore[] = [];

beforeAll(async () => {
  for (const scenario of SCENARIOS) {
    const { database, truth } = writeScenario(scenario, FOLDER);
    scores.push(scoreReport(await analyzeTrace({ database_path: database }), truth));
    fs.rmSync(database);
  }
  for (const pair of PAIRS) {
    const { baseline, candidate } = writePair(pair, FOLDER);
    const diff = await traceDiff.diffRuns({ baseline_db: baseline.database, new_db: candidate.database });
    pairs.push(scorePair(diff, pair, baseline.recording, candidate.recording));
  }
  for (const job of JOBS) {
    const written = writeJob(job, FOLDER);
    const report = await analyzeTrace({ database_path: written.map(({ database }) => database) });
    jobs.push(scoreJob(report, job, written, savedByFix(job)));
  }
}, 120_000);
afterAll(() => fs.rmSync(FOLDER, { recursive: true, force: true }));

describe('planted causes', () => {
  it('are many, on all parts, with programs among them that have nothing wrong', () => {
    expect(SCENARIOS.length).toBeGreaterThanOrEqual(26);
    expect(new Set(SCENARIOS.map((scenario) => scenario.id)).size).toBe(SCENARIOS.length);
    expect([...new Set(SCENARIOS.map((scenario) => scenario.part))].sort()).toEqual([
      'gfx1100',
      'gfx1201',
      'gfx908',
      'gfx90a',
      'gfx942',
      'gfx950',
    ]);
    const healthy = SCENARIOS.filter((scenario) => scenario.cause === null);
    expect(new Set(healthy.map((scenario) => scenario.part)).size).toBeGreaterThanOrEqual(3);
  });

  it('are late ranks too: by kernels, host, calls and copies, on one clock and on several, and none', () => {
    expect(new Set(JOBS.flatMap((job) => job.late?.leads ?? [])).size).toBe(4);
    expect(JOBS.filter((job) => job.late === null).length).toBeGreaterThanOrEqual(3);
    expect(new Set(JOBS.flatMap((job) => job.clocks))).toEqual(new Set(['one_clock', 'collective_ends', 'none']));
  });

  it.each(totalsOf([], []).map((total) => total.name))('are found often enough: %s', (name) => {
    const total = totalsOf(scores, pairs, jobs).find((one) => one.name === name);
    const table = `${renderScores(scores)}\n${renderPairs(pairs)}\n${renderJobs(jobs)}`;
    expect(total?.isMet === true ? 'met' : `${name} ${total?.right}/${total?.of}\n${table}`).toBe('met');
  });
});
