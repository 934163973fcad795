/** One instruction of a thread trace, with totals over all its executions. */
export interface AttInstruction {
  readonly pc_offset: string;
  readonly hitcount: number;
  readonly total_latency_cycles: number;
  readonly stall_cycles: number;
  /** stall_cycles / total_latency_cycles; null for a latency of 0. */
  readonly stall_ratio: number | null;
  /** `file:line`; empty where not recorded. */
  readonly source_line: string;
}

/** One kernel of a thread trace. */
export interface AttKernel {
  readonly name: string;
  /** Its name in the trace; null or absent where the trace has no such kernel. */
  readonly trace_kernel?: string | null;
  /** Worst first. */
  readonly top_stalling_instructions: readonly AttInstruction[];
  /** `att_vmem_latency` and its like. */
  readonly stall_category: string;
}

/** What the rules read of a thread-trace analysis; the whole analysis holds more. */
export interface AttAnalysis {
  readonly has_att_data: boolean;
  readonly kernels: readonly AttKernel[];
}
