import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { diagnosis } from '../src/index.js';
import type { Recommendation } from '../src/index.js';
import { findSharedFolder } from './support/shared-traces.js';

interface Technique {
  readonly ids: readonly string[];
  readonly match: readonly string[];
}

interface Truth {
  readonly kind: string;
  readonly primary_accepted: readonly string[];
  readonly driver_accepted: readonly string[];
  readonly guilty: { readonly kind: string; readonly names: readonly string[] };
  readonly acceptable_techniques: readonly Technique[];
  readonly not_first: readonly { readonly names: readonly string[]; readonly match: readonly string[] }[];
  readonly speedup: Readonly<Record<'program' | 'gpu_window' | 'steady_state', number | null>> | null;
}

const PLANTED = path.join(findSharedFolder() ?? '', 'planted');
const names = (fs.existsSync(PLANTED) ? fs.readdirSync(PLANTED) : []).filter((name) =>
  fs.existsSync(path.join(PLANTED, name, 'trace.db')),
);
const suite = names.length === 0 ? describe.skip : describe;

const read = <T>(...parts: string[]): T => JSON.parse(fs.readFileSync(path.join(PLANTED, ...parts), 'utf8')) as T;

/** Other words for the same culprit. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  MEMORY_COPY_HOST_TO_DEVICE: ['host-to-device'],
  MEMORY_COPY_DEVICE_TO_HOST: ['device-to-host'],
  load_and_augment: ['host work'],
};

const textOf = ({ id, name, title, category, issue, suggestion, actions, target, evidence }: Recommendation): string =>
  JSON.stringify([id, name, title, category, issue, suggestion, actions, target, evidence]).toLowerCase();

const fits = (finding: Recommendation, { ids, match }: Technique): boolean =>
  ids.includes(finding.name) || match.some((pattern) => new RegExp(pattern).test(textOf(finding)));

interface Score {
  readonly primary: boolean;
  readonly driver: boolean;
  readonly guilty: boolean;
  readonly technique: boolean;
  readonly distracted: boolean;
  readonly families: number;
}

async function scoreOf(name: string): Promise<Score> {
  const truth = read<Truth>(name, 'truth.json');
  const families = Object.values(read<Record<string, Technique>>('techniques.json'));
  const { verdict, recommendations } = await diagnosis.diagnoseTrace({
    database_path: path.join(PLANTED, name, 'trace.db'),
  });
  const [first] = recommendations;
  const text = first === undefined ? '' : textOf(first);
  const guilty = truth.guilty.names.flatMap((culprit) => [culprit, ...(ALIASES[culprit] ?? [])]);
  const technique = first !== undefined && truth.acceptable_techniques.some((one) => fits(first, one));
  const subject =
    first === undefined ? '' : `${first.title} ${first.category} ${first.issue} ${first.target ?? ''}`.toLowerCase();
  return {
    primary: truth.primary_accepted.includes(verdict.primary_bottleneck),
    driver: truth.driver_accepted.includes(verdict.driver ?? ''),
    guilty: guilty.some((culprit) => text.includes(culprit.toLowerCase())),
    technique,
    distracted:
      !technique && truth.not_first.some((one) => one.match.some((pattern) => new RegExp(pattern).test(subject))),
    families:
      first === undefined
        ? 0
        : families.filter((family) => !family.ids.includes('collect_counters') && fits(first, family)).length,
  };
}

suite('planted causes', () => {
  it('are found: class, driver, culprit and technique', async () => {
    const scores: Score[] = [];
    for (const name of names) scores.push(await scoreOf(name));
    const share = (isRight: (score: Score) => boolean) => scores.filter(isRight).length / scores.length;
    expect(share(({ primary }) => primary)).toBeGreaterThanOrEqual(13 / 14);
    expect(share(({ driver }) => driver)).toBeGreaterThanOrEqual(12 / 14);
    expect(share(({ guilty }) => guilty)).toBeGreaterThanOrEqual(12 / 14);
    expect(share(({ technique }) => technique)).toBeGreaterThanOrEqual(11 / 14);
    expect(scores.filter(({ distracted }) => distracted)).toEqual([]);
    expect(Math.max(...scores.map(({ families }) => families))).toBeLessThanOrEqual(4);
  }, 60_000);

  it.each(names)('%s: the true gain lies in the range, and below the bound', async (name) => {
    const { speedup, acceptable_techniques: acceptable, guilty } = read<Truth>(name, 'truth.json');
    const { recommendations, execution_breakdown: time } = await diagnosis.diagnoseTrace({
      database_path: path.join(PLANTED, name, 'trace.db'),
    });
    const gains = [speedup?.program, speedup?.gpu_window, speedup?.steady_state].filter(
      (gain) => typeof gain === 'number',
    );
    for (const finding of recommendations) {
      const range = finding.predicted_program_speedup_range;
      // A range needs a measured limit, and says something only where it is narrow.
      if (range !== undefined) {
        expect(finding.evidence.some(({ metric }) => metric === 'limiter')).toBe(true);
        expect(range[1]).toBeLessThanOrEqual(3.001 * range[0]);
        expect(gains.length).toBeGreaterThan(0);
        if (acceptable.some((one) => fits(finding, one)))
          expect(gains.some((gain) => range[0] <= gain * 1.001 && gain <= range[1] * 1.001)).toBe(true);
      }
    }
    const [first] = recommendations;
    const boundNs = first?.recoverable_ns ?? null;
    // Two causes were fixed at once in a mixed trace; the bound is about one.
    if (boundNs === null || time === null || typeof speedup?.gpu_window !== 'number' || guilty.kind === 'mixed') return;
    const bound = time.wall_ns / (time.wall_ns - boundNs);
    // Work on several streams may also run beside itself, which no bound on exposed time holds.
    const slack = guilty.kind === 'copy' ? 1.05 : 1.001;
    expect(speedup.gpu_window).toBeLessThanOrEqual(bound * slack);
  });
});
