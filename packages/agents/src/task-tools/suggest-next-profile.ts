import { defineTool, diagnosis, workflow } from '@perfxpert/tools';
import type { ToolContext } from '@perfxpert/tools';
import * as v from 'valibot';
import { DatabasePathSchema } from './database-path.js';

export const SuggestNextProfileInputSchema = v.strictObject({
  database_path: v.optional(
    v.pipe(DatabasePathSchema, v.description('Trace recorded last; without one, the first recording is planned')),
  ),
});

const CommandSchema = v.object({
  full_command: v.pipe(
    v.string(),
    v.description('Command line to run yourself, where the GPU is; nothing is run here'),
  ),
  why: v.pipe(v.string(), v.description('What it would tell')),
  could_become: v.pipe(
    v.array(v.string()),
    v.description('Verdicts it could lead to; empty where it only adds detail'),
  ),
});

export const SuggestNextProfileOutputSchema = v.object({
  primary_bottleneck: v.pipe(v.nullable(v.string()), v.description('Verdict so far; null without a trace')),
  next_profile_needed: v.pipe(v.boolean(), v.description('Whether missing data could change the verdict')),
  commands: v.pipe(v.array(CommandSchema), v.description('Most useful first')),
});

type Input = v.InferOutput<typeof SuggestNextProfileInputSchema>;
type Output = v.InferOutput<typeof SuggestNextProfileOutputSchema>;

/** What to record next, as command lines. */
export const suggestNextProfileTool = defineTool({
  key: 'suggest_next_profile',
  description:
    'What to record next, as command lines of rocprofv3 or rocprof-compute to run yourself: data that could change the ' +
    'verdict first, then more detail. Use when analyze_trace says data is missing, or without a trace to plan the ' +
    'first recording. Example: {"database_path": "trace.db"}.',
  toolClass: 'read_only',
  inputSchema: SuggestNextProfileInputSchema,
  outputSchema: SuggestNextProfileOutputSchema,
  run: suggest,
});

async function suggest({ database_path: paths }: Input, context: ToolContext): Promise<Output> {
  if (paths === undefined) {
    const { action, command } = workflow.nextStep({ tier: 0, goal: 'collect' });
    return {
      primary_bottleneck: null,
      next_profile_needed: true,
      commands: [{ full_command: command, why: action, could_become: [] }],
    };
  }
  const {
    verdict,
    recommendations,
    hardware_counters: counters,
  } = await diagnosis.diagnoseTrace({ database_path: paths }, context);
  const missing = (verdict.would_change?.missing ?? []).map((entry) => ({
    full_command: entry.how_to_collect,
    why: `${entry.data}: ${entry.text}`,
    could_become: [...entry.could_become],
  }));
  const passes = (counters.escalation?.commands ?? []).map((command) => ({
    full_command: command.full_command,
    why: command.description,
    could_become: [],
  }));
  const details = recommendations.flatMap(({ id, commands }) =>
    commands
      .filter(({ tool }) => tool !== 'perfxpert')
      .map(({ full_command: line, description }) => ({
        full_command: line,
        why: `${id}: ${description}`,
        could_become: [],
      })),
  );
  return {
    primary_bottleneck: verdict.primary_bottleneck,
    next_profile_needed: missing.length > 0,
    commands: withoutRepeats([...missing, ...passes, ...details]),
  };
}

/** The first of equal command lines: it gives the stronger reason. */
function withoutRepeats(commands: Output['commands']): Output['commands'] {
  const seen = new Set<string>();
  return commands.filter(({ full_command: line }) => {
    const isNew = !seen.has(line);
    seen.add(line);
    return isNew;
  });
}
