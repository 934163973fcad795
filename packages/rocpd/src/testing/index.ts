export { buildTrace } from './build-trace.js';
export type { BuildTraceOptions } from './build-trace.js';
export type { TraceDamage } from './damage-tables.js';
export { exampleTrace } from './example-trace.js';
export type { ExampleTraceOptions } from './example-trace.js';
export { generateTrace } from './generate-trace.js';
export type { GenerateTraceOptions } from './generate-options.js';
export type { TraceFiles } from './trace-files.js';
export type {
  AgentSpec,
  AllocationSpec,
  CopyEnd,
  CopySpec,
  KernelSpec,
  NodeSpec,
  ProcessesSpec,
  ProcessSpec,
  RegionSpec,
  SampleSpec,
  TraceSpec,
} from './trace-spec.js';
export type { GeneratedTrace } from './write-workload.js';
export type { Size3, TimeNs, TraceFileLayout } from './writers/trace-writer.js';
