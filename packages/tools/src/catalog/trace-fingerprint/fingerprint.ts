import * as v from 'valibot';
import { fingerprintOf } from '../../lib/profiler/fingerprint.js';
import { splitCommandLine } from '../../lib/text/split-command-line.js';
import { callSyncTool, defineSyncTool } from '../../tool/sync-tool.js';
import type { ToolOptions } from '../../tool/tool-context.js';

export const FingerprintInputSchema = v.strictObject({
  cmd: v.pipe(v.string(), v.maxLength(65_536), v.description('A rocprofv3 command line; it is read, never run')),
});

export const FingerprintOutputSchema = v.pipe(v.array(v.string()), v.description('Tokens, sorted'));

export type FingerprintInput = v.InferInput<typeof FingerprintInputSchema>;

/**
 * What a rocprofv3 command would collect, as sorted tokens (`fingerprintOf`): equal lists mean the same data. Order of
 * options, output files and the profiled program do not matter.
 *
 * @throws ToolError INVALID_ARGUMENT for quotes that are not closed.
 */
export function fingerprint(input: FingerprintInput, options: ToolOptions = {}): string[] {
  return callSyncTool(fingerprintTool, input, options);
}

export const fingerprintTool = defineSyncTool({
  key: 'trace_fingerprint.fingerprint',
  description:
    'What a rocprofv3 command line would collect, as sorted tokens: equal tokens mean the same data. Use it before ' +
    'profiling again. Example: cmd "rocprofv3 --pmc SQ_WAVES -- ./app" gives ["pmc:SQ_WAVES"].',
  toolClass: 'read_only',
  inputSchema: FingerprintInputSchema,
  outputSchema: FingerprintOutputSchema,
  run: ({ cmd }) => fingerprintOf(splitCommandLine(cmd, 'cmd')),
});
