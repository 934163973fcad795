import type { Command } from '../../schemas/recommendation.js';
import { makeCommand } from '../profiler/full-command.js';
import { planPasses } from './plan-passes.js';

/** A collection of counters to be turned into runs of rocprofv3. */
export interface CounterCollection {
  readonly counters: readonly string[];
  /** Architecture that the limits are for; null for the cautious limits. */
  readonly gfxId: string | null;
  readonly flags: readonly string[];
  readonly args?: Command['args'];
  readonly outputDirectory: string;
  /** Base name of the output files; `_pass<i>` follows when there are several. */
  readonly outputPrefix: string;
  readonly description: string;
  /** The user's program. Default `./app`. */
  readonly app?: string;
}

/**
 * One rocprofv3 command per pass that the counters need (`planPasses`); none without counters that can be collected.
 * Several passes are numbered in description and output name.
 */
export function splitIntoPasses(collection: CounterCollection): Command[] {
  const { counters, gfxId, flags, args = [], outputDirectory, outputPrefix, description, app } = collection;
  const { passes } = planPasses(counters, gfxId);
  const isOnly = passes.length === 1;
  return passes.map((names, index) =>
    makeCommand(
      {
        tool: 'rocprofv3',
        description: isOnly ? description : `${description} (pass ${index + 1}/${passes.length})`,
        flags: [...flags],
        args: [
          ...args,
          { name: '--pmc', value: names.join(' ') },
          { name: '-d', value: outputDirectory },
          { name: '-o', value: isOnly ? outputPrefix : `${outputPrefix}_pass${index + 1}` },
        ],
      },
      app,
    ),
  );
}
