// The deterministic analysis alone, without the schemas of its report and without agents: a program that only wants a
// report starts faster with this entry.
export { analyzeTrace, analyzeTraceWithTimeline } from './pipeline/analyze-trace.js';
export type { DrawnAnalysis } from './pipeline/analyze-trace.js';
