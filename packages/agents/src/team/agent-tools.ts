import type { Tool, ToolContext } from '@perfxpert/tools';
import * as v from 'valibot';
import { ReportSchema } from '../pipeline/report-schema.js';
import type { AgentOptions } from '../runtime/agent-options.js';
import type { AgentRole } from '../runtime/agent-role.js';
import type * as callAgent from './call-agent.js';
import { AgentAnalysisInputSchema, AgentAnalysisOutputSchema } from './analysis-schema.js';
import { AgentCorrectnessInputSchema, AgentCorrectnessOutputSchema } from './correctness-schema.js';
import { AgentDiffInputSchema, AgentDiffOutputSchema } from './diff-schema.js';
import { AgentRecommendationInputSchema, AgentRecommendationOutputSchema } from './recommendation-schema.js';
import { RootInputSchema } from './root-schema.js';
import {
  AgentComputeInputSchema,
  AgentLatencyInputSchema,
  AgentMemoryInputSchema,
  AgentSpecialistOutputSchema,
} from './specialist-schema.js';

/**
 * An agent as a tool of a server: key, description, schemas, and the call. `run` takes raw input and the options of an agent
 * call, so a server hands over its own stores, its signal and what it allows.
 */
export interface AgentTool extends Tool {
  readonly role: AgentRole;
  /** `read_only` as long as `createFollowUp` is false: then nothing is written, not even a task. */
  readonly toolClass: 'read_only';
  run(input: unknown, context: ToolContext | AgentOptions): Promise<unknown>;
}

/** The report as Root returns it: with what the run adds to the metadata. */
export const AgentRootOutputSchema = v.object({
  ...ReportSchema.entries,
  metadata: v.objectWithRest(ReportSchema.entries.metadata.entries, v.unknown()),
});

/** The code behind the agents; only its type is loaded here. */
type Runs = typeof callAgent;

/** The eight agents, in their order. The code behind them is loaded by the first call. */
export const AGENT_TOOLS: readonly AgentTool[] = [
  agentTool(
    'root',
    'The whole analysis of a GPU trace as one report: verdict, where the time went, hotspots, recommendations with bounds, ' +
      'and an answer to the question in words. Use first. Example: database_path "trace.db".',
    RootInputSchema,
    AgentRootOutputSchema,
    (runs) => runs.callRoot,
  ),
  agentTool(
    'analysis',
    'What bounds a GPU trace: class and confidence of the verdict, partition of the time in percent, hot kernels with metrics. ' +
      'Its answer is the findings of agent_recommendation. Example: input {"database_path": "trace.db"}.',
    AgentAnalysisInputSchema,
    AgentAnalysisOutputSchema,
    (runs) => runs.callAnalysis,
  ),
  agentTool(
    'recommendation',
    'What to change, in order, for the findings of agent_analysis; with database_path also what each step can save at most. ' +
      'Leaves out entries that were seen, and says when the last runs have stopped changing. ' +
      'Example: input {"findings": answer of agent_analysis, "database_path": "trace.db"}.',
    AgentRecommendationInputSchema,
    AgentRecommendationOutputSchema,
    (runs) => runs.callRecommendation,
  ),
  agentTool(
    'correctness',
    'What follows from a finished verdict of the gates on a patch (accept, revert, reject), in words. Runs no gate itself. ' +
      'Example: input {"gate_verdict": {"status": "pass"}, "kernel_name": "gemm_nt"}.',
    AgentCorrectnessInputSchema,
    AgentCorrectnessOutputSchema,
    (runs) => runs.callCorrectness,
  ),
  agentTool(
    'compute_specialist',
    'Techniques against limits of arithmetic, registers and matrix units for hot kernels, with the preconditions that hold. ' +
      'Example: input {"gfx_id": "gfx942", "hot_kernels": [{"name": "gemm_nt", "percent_of_total": 60}]}.',
    AgentComputeInputSchema,
    AgentSpecialistOutputSchema,
    (runs) => runs.callCompute,
  ),
  agentTool(
    'memory_specialist',
    'Techniques against limits of memory, caches and copies for hot kernels, with the preconditions that hold. ' +
      'Example: input {"gfx_id": "gfx942", "hot_kernels": [{"name": "copy", "percent_of_total": 60}]}.',
    AgentMemoryInputSchema,
    AgentSpecialistOutputSchema,
    (runs) => runs.callMemory,
  ),
  agentTool(
    'latency_specialist',
    'Techniques against launch overhead, synchronisation and idle time, with the preconditions that hold. ' +
      'Example: input {"gfx_id": "gfx942", "hot_kernels": [], "api_overhead_pct": 35}.',
    AgentLatencyInputSchema,
    AgentSpecialistOutputSchema,
    (runs) => runs.callLatency,
  ),
  agentTool(
    'diff_specialist',
    'Compares two traces: verdict, change of kernel time, slower and faster kernels, in words. ' +
      'Example: baseline_db "before.db", new_db "after.db".',
    AgentDiffInputSchema,
    AgentDiffOutputSchema,
    (runs) => runs.callDiff,
  ),
];

function agentTool(
  role: AgentRole,
  description: string,
  inputSchema: v.GenericSchema,
  outputSchema: v.GenericSchema,
  pick: (runs: Runs) => (input: unknown, options: AgentOptions) => Promise<unknown>,
): AgentTool {
  return {
    role,
    key: `agent_${role}`,
    description,
    toolClass: 'read_only',
    inputSchema,
    outputSchema,
    run: async (input, context) => pick(await import('./call-agent.js'))(input, context),
  };
}
