/**
 * Facts of a GPU of this machine, as `gpu_discovery.discover_runtime_gpu_specs` lists them: any of the fields of
 * `RUNTIME_FIELDS` (null or absent = not told), and where each came from.
 */
export interface RuntimeGpuSpec {
  readonly gfx_id: string;
  readonly spec_sources: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Field of a discovered GPU -> field of a hardware description. */
export const RUNTIME_FIELDS = {
  name: 'name',
  cu_count: 'cu_count',
  simds_per_cu: 'simds_per_cu',
  wave_size: 'wave_size',
  max_waves_per_simd: 'max_waves_per_simd',
  max_waves_per_cu: 'max_waves_per_cu',
  vgprs_per_simd: 'vgprs_per_simd',
  max_vgprs_per_thread: 'max_vgprs_per_thread',
  lds_kb: 'lds_kb',
  max_sclk_mhz: 'clock_mhz',
  memory_bandwidth_tbs: 'memory_bandwidth_tbs',
  peak_fp64_tflops: 'peak_fp64_tflops',
  peak_fp32_tflops: 'peak_fp32_tflops',
  peak_fp16_tflops: 'peak_fp16_tflops',
  peak_bf16_tflops: 'peak_bf16_tflops',
  peak_fp8_tflops: 'peak_fp8_tflops',
  peak_int8_tops: 'peak_int8_tops',
} as const;
