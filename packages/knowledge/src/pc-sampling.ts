import * as v from 'valibot';
import data from '../data/pc_sampling.json' with { type: 'json' };
import { unknownIdError } from './errors.js';
import { lazyCatalogue, type DeepReadonly } from './lazy-catalogue.js';
import { CountSchema, FractionSchema, MetaSchema, PositiveCountSchema, TextSchema } from './scalar-schemas.js';

const EnumNameSchema = v.pipe(v.string(), v.regex(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/));
/** Shape of data/pc_sampling.json. */
export const PcSamplingSchema = v.strictObject({
  _meta: MetaSchema,
  sample_types: v.array(
    v.strictObject({
      name: EnumNameSchema,
      wave_issued: v.picklist([0, 1]),
      actionable: v.boolean(),
      meaning: TextSchema,
    }),
  ),
  pipelines: v.array(v.strictObject({ name: EnumNameSchema, does: TextSchema })),
  arb_state_fields: v.array(TextSchema),
  instruction_types: v.array(EnumNameSchema),
  stall_reasons: v.array(
    v.strictObject({
      code: EnumNameSchema,
      name: TextSchema,
      root_cause: TextSchema,
      mitigation: TextSchema,
      actionable: v.boolean(),
      category: v.exactOptional(
        v.picklist(['front_end', 'dependency', 'memory', 'other', 'sync', 'contention', 'pipeline']),
      ),
    }),
  ),
  aliases: v.record(EnumNameSchema, EnumNameSchema),
  aliases_note: TextSchema,
  sdk_prefix: TextSchema,
  methods: v.strictObject({
    host_trap: v.strictObject({
      unit: v.literal('time'),
      unit_meaning: v.literal('microseconds'),
      min: PositiveCountSchema,
      archs: TextSchema,
      since: TextSchema,
      skid: TextSchema,
      has_stall_reason: v.literal(false),
    }),
    stochastic: v.strictObject({
      unit: v.literal('cycles'),
      min: PositiveCountSchema,
      max: PositiveCountSchema,
      pow2: v.literal(true),
      archs: TextSchema,
      since: TextSchema,
      skid: CountSchema,
      has_stall_reason: v.literal(true),
      default_interval: PositiveCountSchema,
    }),
  }),
  original_errors: v.array(TextSchema),
  quality: v.strictObject({
    min_samples_per_kernel: PositiveCountSchema,
    hot_pc_share: FractionSchema,
    report_from_share: FractionSchema,
    noise_below_share: FractionSchema,
    stall_dominated_above: FractionSchema,
  }),
  csv_fields: v.array(TextSchema),
  command: v.pipe(v.string(), v.startsWith('rocprofv3 ')),
});

/** The data file as it is. */
export type PcSampling = DeepReadonly<v.InferOutput<typeof PcSamplingSchema>>;
/** Why a sampled wave did not issue, the cause behind it, and what helps. */
export type StallReason = PcSampling['stall_reasons'][number];

/** Program-counter sampling (data/pc_sampling.json; ROCprofiler-SDK pc_sampling.h and using-pc-sampling.rst). */
export const pcSamplingCatalogue = lazyCatalogue('pc_sampling.json', data, PcSamplingSchema);

const SDK_PREFIX = 'ROCPROFILER_PC_SAMPLING_INSTRUCTION_NOT_ISSUED_REASON_';

/**
 * The stall reason of a code; the SDK's full enumeration name and the older names `BARRIER` and `INTERLOCK_VMEM` are
 * accepted.
 *
 * @throws KnowledgeError `UNKNOWN_ID` with the known codes.
 */
export function stallReason(code: string): StallReason {
  const { stall_reasons: reasons, aliases } = pcSamplingCatalogue();
  const bare = code.startsWith(SDK_PREFIX) ? code.slice(SDK_PREFIX.length) : code;
  const name = Object.hasOwn(aliases, bare) ? aliases[bare] : bare;
  const found = reasons.find((reason) => reason.code === name);
  if (found === undefined)
    throw unknownIdError('stall code', code, [...reasons.map((reason) => reason.code), ...Object.keys(aliases)]);
  return found;
}

/** Whether an interval is one that stochastic sampling takes: a power of two from 256 to 2^31 cycles. */
export function isStochasticInterval(cycles: number): boolean {
  const { min, max } = pcSamplingCatalogue().methods.stochastic;
  return cycles >= min && cycles <= max && Number.isInteger(Math.log2(cycles));
}
