// Each call of the API once, without a model. `npx tsc && node dist/agents.js BEFORE AFTER`
import {
  agentAnalysis,
  agentComputeSpecialist,
  agentCorrectness,
  agentDiffSpecialist,
  agentLatencySpecialist,
  agentMemorySpecialist,
  agentRecommendation,
  traceDiffDiffRuns,
} from '@perfxpert/agents';

const [before = 'before.db', after = 'after.db'] = process.argv.slice(2);
const airgap = true;

const findings = await agentAnalysis({ input: { database_path: before, top_kernels: 10, att_dir: null }, airgap });
console.log('analysis', findings.primary_bottleneck, findings.hot_kernels.length);

const advice = await agentRecommendation({ input: { findings, database_path: before }, airgap });
console.log('recommendation', advice.specialist_used, advice.recommendations.length);

const subject = { gfx_id: 'gfx942', hot_kernels: [{ name: 'gemm_k0', count: 10_000 }] };
const compute = await agentComputeSpecialist({
  input: { ...subject, counter_data: { vgpr_used: 128 } },
  airgap,
});
const memory = await agentMemorySpecialist({
  input: { ...subject, counter_data: { l2_hit_rate: 0.41 } },
  airgap,
});
const latency = await agentLatencySpecialist({ input: { ...subject, api_overhead_pct: 34.2 }, airgap });
for (const { techniques, confidence } of [compute, memory, latency]) console.log(techniques[0]?.['name'], confidence);

const rejected = { status: 'reject' as const, failing_gate: 'sol' as const, detail: 'more than the GPU can do' };
const verdict = await agentCorrectness(
  { input: { gate_verdict: rejected, kernel_name: 'gemm_k0' }, airgap },
  { stateDir: null },
);
console.log('correctness', verdict.action, verdict.metadata['verified']);

const told = await agentDiffSpecialist({ baseline_db: before, new_db: after, airgap });
const diff = await traceDiffDiffRuns({ baseline_db: before, new_db: after });
console.log('diff', told.verdict, diff.verdict, diff.schema_version);
