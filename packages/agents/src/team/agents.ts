import { SLICES } from '../prompts/slices.js';
import type { AgentRole } from '../runtime/agent-role.js';
import { defineAgent } from '../runtime/define-agent.js';
import type { Agent, AgentSpec } from '../runtime/define-agent.js';
import { AnalysisInputSchema, AnalysisOutputSchema } from './analysis-schema.js';
import { CorrectnessInputSchema, CorrectnessOutputSchema } from './correctness-schema.js';
import { DiffSpecialistInputSchema, DiffSpecialistOutputSchema } from './diff-schema.js';
import { RecommendationInputSchema, RecommendationOutputSchema } from './recommendation-schema.js';
import { RootInputSchema, RootOutputSchema } from './root-schema.js';
import {
  ComputeSpecialistInputSchema,
  LatencySpecialistInputSchema,
  MemorySpecialistInputSchema,
  SpecialistOutputSchema,
} from './specialist-schema.js';

const UPPER_LAYER_TOKENS = 4096;
const NARROW_TOKENS = 3072;

const SPECS: Readonly<Record<AgentRole, Omit<AgentSpec, 'role' | 'slice'>>> = {
  root: {
    name: 'Root',
    layer: 0,
    tools: ['intent.classify', 'tasks.next', 'tasks.create', 'tasks.update', 'tasks.close'],
    maxOutputTokens: UPPER_LAYER_TOKENS,
    handoffs: ['analysis', 'recommendation', 'correctness'],
    inputSchema: RootInputSchema,
    outputSchema: RootOutputSchema,
    modelFields: ['narrative'],
  },
  analysis: {
    name: 'Analysis',
    layer: 1,
    tools: [
      'trace_analysis.time_breakdown',
      'trace_analysis.hotspots',
      'bottleneck.classify_from_metrics',
      'roofline.classify',
      'counters.validate_for_gpu',
    ],
    maxOutputTokens: UPPER_LAYER_TOKENS,
    handoffs: [],
    inputSchema: AnalysisInputSchema,
    outputSchema: AnalysisOutputSchema,
    modelFields: [],
  },
  recommendation: {
    name: 'Recommendation',
    layer: 1,
    tools: ['plateau.check', 'trace_fingerprint.fingerprint', 'profiling.fill_gap'],
    maxOutputTokens: UPPER_LAYER_TOKENS,
    handoffs: ['compute_specialist', 'memory_specialist', 'latency_specialist'],
    inputSchema: RecommendationInputSchema,
    outputSchema: RecommendationOutputSchema,
    modelFields: [],
  },
  correctness: {
    name: 'Correctness',
    layer: 1,
    tools: ['tasks.query_by_kernel', 'tasks.create', 'trace_fingerprint.fingerprint'],
    maxOutputTokens: NARROW_TOKENS,
    handoffs: [],
    inputSchema: CorrectnessInputSchema,
    outputSchema: CorrectnessOutputSchema,
    modelFields: ['narrative'],
  },
  compute_specialist: {
    name: 'ComputeTechniquesSpecialist',
    layer: 2,
    tools: [
      'compute_techniques.catalog',
      'arch.lookup_peaks',
      'roofline.classify',
      'compiler.lookup_flags',
      'kernel_fusion.find_fusion_candidates',
    ],
    maxOutputTokens: NARROW_TOKENS,
    handoffs: [],
    capability: 'additive_exploration',
    inputSchema: ComputeSpecialistInputSchema,
    outputSchema: SpecialistOutputSchema,
    modelFields: ['exploratory_proposals'],
  },
  memory_specialist: {
    name: 'MemoryTechniquesSpecialist',
    layer: 2,
    tools: [
      'memory_techniques.catalog',
      'arch.lookup_peaks',
      'bottleneck.lookup_signatures',
      'predict_impact.predict_change_impact',
      'unified_memory.analyze_paging',
    ],
    maxOutputTokens: NARROW_TOKENS,
    handoffs: [],
    capability: 'additive_exploration',
    inputSchema: MemorySpecialistInputSchema,
    outputSchema: SpecialistOutputSchema,
    modelFields: ['exploratory_proposals'],
  },
  latency_specialist: {
    name: 'LatencyTechniquesSpecialist',
    layer: 2,
    tools: [
      'latency_techniques.catalog',
      'arch.lookup_peaks',
      'rccl_analysis.analyze_collectives',
      'interconnect.lookup_peaks',
      'dependency_graph.reconstruct_dag',
    ],
    maxOutputTokens: NARROW_TOKENS,
    handoffs: [],
    capability: 'additive_exploration',
    inputSchema: LatencySpecialistInputSchema,
    outputSchema: SpecialistOutputSchema,
    modelFields: ['exploratory_proposals'],
  },
  diff_specialist: {
    name: 'TraceDiffSpecialist',
    layer: 2,
    tools: ['trace_diff.diff_runs', 'regression.compare_runs', 'roofline.classify'],
    maxOutputTokens: NARROW_TOKENS,
    handoffs: [],
    capability: 'additive_exploration',
    inputSchema: DiffSpecialistInputSchema,
    outputSchema: DiffSpecialistOutputSchema,
    modelFields: ['narrative', 'kernel_deltas'],
  },
};

const AGENTS = new Map<AgentRole, Agent>();

/** The agent of a role; declared, and its prompt composed, at the first use. */
export function agentOf(role: AgentRole): Agent {
  const known = AGENTS.get(role);
  if (known !== undefined) return known;
  const agent = defineAgent({ ...SPECS[role], role, slice: SLICES[role] });
  AGENTS.set(role, agent);
  return agent;
}
