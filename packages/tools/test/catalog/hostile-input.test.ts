import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TOOLS, callTool, inputJsonSchema, isPerfXpertError } from '../../src/index.js';
import type { Tool } from '../../src/index.js';

/** Fields that lead out of the process: tools that have one are tested with traces and folders of their own. */
const OUTSIDE = /(^|_)(db|path|dir|root|file|argv|command|baseline|before|after|rel|url)(_|$)/;

/** No programs are started. */
const CONTEXT = { settings: { gpuDiscoveryDisabled: true } } as const;

const fieldsOf = (tool: Tool): string[] => Object.keys(inputJsonSchema(tool).properties ?? {});
const lookUps = TOOLS.filter(
  (tool) =>
    tool.toolClass === 'read_only' && !fieldsOf(tool).some((field) => field !== 'has_db' && OUTSIDE.test(field)),
);

const text = fc.constantFrom(
  '',
  '__proto__',
  'constructor',
  'toString',
  'gfx942',
  'gfx90a',
  'SQ_WAVES',
  'fp32',
  'help',
  "'",
  '\u0000',
  '-',
  'compute',
  '--',
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.string(),
  fc.double({ min: 0 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(text, fc.record({ total_runtime_ns: fc.double() })), { maxLength: 5 }),
  fc.dictionary(
    fc.oneof(text, fc.constantFrom('valu_util_pct', 'memcpy_frac', 'hotspot_pct', 'loop_trip_count')),
    fc.oneof(fc.double(), fc.boolean(), text),
    { maxKeys: 5 },
  ),
);

describe.each(lookUps.map((tool) => [tool.key, tool] as const))('%s', (_key, tool) => {
  it('answers any input, or says what is wrong with it', async () => {
    const fields = fieldsOf(tool);
    const input = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(input, async (raw) => {
        const answer = await callTool(tool, raw, CONTEXT).catch((error: unknown) => error);
        if (!(answer instanceof Error)) {
          // infinities and NaN would turn into null on the wire
          expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
          return;
        }
        expect(isPerfXpertError(answer) ? answer.code : answer).toMatch(/^(INVALID_ARGUMENT|UNKNOWN_ID)$/);
        expect(answer.message.length).toBeLessThan(2000);
      }),
      { numRuns: 120, seed: 20_240 },
    );
  });
});
