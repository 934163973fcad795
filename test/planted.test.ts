import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { analyzeTrace } from '@perfxpert/agents';
import { traceDiff } from '@perfxpert/tools';
import { PAIRS, SCENARIOS, renderPairs, renderScores, scorePair, scoreReport, totalsOf } from './scenarios/index.js';
import { writePair, writeScenario } from './scenarios/index.js';
import type { PairScore } from './scenarios/score-pair.js';
import type { Score } from './scenarios/score.js';

const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-planted-'));
const scores: Score[] = [];
const pairs: PairScore[] = [];

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

  it.each(totalsOf([], []).map((total) => total.name))('are found often enough: %s', (name) => {
    const total = totalsOf(scores, pairs).find((one) => one.name === name);
    const table = `${renderScores(scores)}\n${renderPairs(pairs)}`;
    expect(total?.isMet === true ? 'met' : `${name} ${total?.right}/${total?.of}\n${table}`).toBe('met');
  });
});
