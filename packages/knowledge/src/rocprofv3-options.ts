import * as v from 'valibot';
import data from '../data/rocprofv3_options.json' with { type: 'json' };
import { lazyCatalogue, once, type DeepReadonly } from './lazy-catalogue.js';
import { TextSchema } from './scalar-schemas.js';

const OptionNameSchema = v.pipe(v.string(), v.regex(/^--[a-z][a-z-]*$/));
const AliasSchema = v.pipe(v.string(), v.regex(/^(-[A-Za-z]|--[a-z][a-z-]*)$/));
const ReleaseSchema = v.pipe(v.string(), v.regex(/^[0-9]+\.[0-9]+$/));
const OptionSchema = v.strictObject({
  name: OptionNameSchema,
  aliases: v.array(AliasSchema),
  group: v.picklist([
    'io',
    'aggregate',
    'basic',
    'granular',
    'counters',
    'pc-sampling',
    'post',
    'names',
    'filter',
    'perfetto',
    'display',
    'advanced',
    'att',
    'hidden',
  ]),
  value: v.nullable(TextSchema),
  since_rocm: v.pipe(v.string(), v.regex(/^(after )?[0-9]+\.[0-9]+$/)),
  since_source: v.picklist(['script', 'changelog', 'unverified']),
  removed_rocm: v.exactOptional(ReleaseSchema),
  meaning: TextSchema,
  env: v.exactOptional(TextSchema),
  note: v.exactOptional(TextSchema),
  choices: v.exactOptional(v.pipe(v.array(TextSchema), v.nonEmpty())),
  default: v.exactOptional(TextSchema),
  default_by_release: v.exactOptional(v.record(TextSchema, TextSchema)),
  needs: v.exactOptional(v.array(OptionNameSchema)),
  conflicts: v.exactOptional(v.array(OptionNameSchema)),
});
/** Shape of data/rocprofv3_options.json. */
export const Rocprofv3OptionsSchema = v.strictObject({
  _meta: v.objectWithRest(
    { order_of_releases: v.array(ReleaseSchema), sdk_versions: v.record(ReleaseSchema, TextSchema) },
    v.unknown(),
  ),
  aggregates: v.strictObject({
    '--sys-trace': v.array(OptionNameSchema),
    '--runtime-trace': v.array(OptionNameSchema),
    _note: TextSchema,
  }),
  rules: v.array(v.strictObject({ id: v.pipe(v.string(), v.regex(/^[a-z]+(-[a-z]+)*$/)), text: TextSchema })),
  not_options: v.array(v.strictObject({ name: OptionNameSchema, why: TextSchema })),
  options: v.pipe(v.array(OptionSchema), v.nonEmpty()),
});

/** The data file as it is. */
export type Rocprofv3OptionsData = DeepReadonly<v.InferOutput<typeof Rocprofv3OptionsSchema>>;
/** One option: names, value form (null = none; `bool?` = optional), release that brought it, meaning. */
export type Rocprofv3Option = Rocprofv3OptionsData['options'][number];

/** The release to assume when the user's is unknown: options up to it may be recommended, with the release named. */
export const ASSUMED_ROCM_RELEASE = '7.0';

/** Command-line options of rocprofv3 (data/rocprofv3_options.json; scripts and change logs of ROCprofiler-SDK). */
export const rocprofv3OptionsCatalogue = lazyCatalogue('rocprofv3_options.json', data, Rocprofv3OptionsSchema);

/** All options, hidden and removed ones included, in the order of the file. */
export function rocprofv3Options(): readonly Rocprofv3Option[] {
  return rocprofv3OptionsCatalogue().options;
}

/** The option of a name or alias (`-o`; where two releases used an alias, the current option); null when there is none. */
export function findRocprofv3Option(nameOrAlias: string): Rocprofv3Option | null {
  return byName().get(nameOrAlias) ?? null;
}

/** Options that a trace option stands for (`--sys-trace`, `--runtime-trace`); empty for any other. */
export function rocprofv3AggregateMembers(name: string): readonly string[] {
  const { aggregates } = rocprofv3OptionsCatalogue();
  return name === '--sys-trace' || name === '--runtime-trace' ? aggregates[name] : [];
}

/** Why a name that looks like an option is none (`--roctx-trace`); null when the list does not have it. */
export function explainNotAnOption(name: string): string | null {
  return rocprofv3OptionsCatalogue().not_options.find((entry) => entry.name === name)?.why ?? null;
}

/**
 * Whether a ROCm release has an option: brought by it or before it, and not removed. `release` is `7.1` or `7.1.0`;
 * anything else, or none, is taken as 7.0. An option known only as later than a release counts from the one after it.
 */
export function isOptionInRelease(option: Rocprofv3Option, release?: string | null): boolean {
  const asked = releaseNumber(release ?? '') ?? releaseNumber(ASSUMED_ROCM_RELEASE) ?? 0;
  const since = releaseNumber(option.since_rocm.replace('after ', '')) ?? 0;
  const removed = option.removed_rocm === undefined ? null : releaseNumber(option.removed_rocm);
  if (removed !== null && asked >= removed) return false;
  return option.since_rocm.startsWith('after ') ? asked > since : asked >= since;
}

const byName = once(() => {
  const options = new Map<string, Rocprofv3Option>();
  for (const option of rocprofv3Options())
    for (const name of [option.name, ...option.aliases])
      if (!options.has(name) || options.get(name)?.removed_rocm !== undefined) options.set(name, option);
  return options;
});

function releaseNumber(release: string): number | null {
  const parts = /^([0-9]{1,3})\.([0-9]{1,3})(\.|$)/.exec(release);
  return parts === null ? null : Number(parts[1]) * 1000 + Number(parts[2]);
}
