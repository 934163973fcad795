import type { Settings } from '../runtime/settings.js';

/** A GPU as people compare them; null where nothing tells it. */
export interface MachineGpu {
  readonly name: string | null;
  readonly gfxId: string | null;
  readonly cuCount: number | null;
  /** Vector rate, 1e12 operations per second. */
  readonly peakFp32Tflops: number | null;
  /** Decimal TB/s. */
  readonly memoryTbps: number | null;
}

/**
 * The GPUs of this machine, or, by the id of an architecture, its usual part out of the tables. Asking the machine starts
 * rocminfo, rocm-smi and amd-smi where they are there, which only read; off with PERFXPERT_DISABLE_RUNTIME_GPU_SPECS.
 *
 * @throws errors with the code UNKNOWN_ID for an architecture that the tables lack
 */
export async function machineGpus(
  gfxId: string | undefined,
  settings: Settings,
  signal?: AbortSignal,
): Promise<MachineGpu[]> {
  const { arch, gpuDiscovery } = await import('@perfxpert/tools');
  if (gfxId !== undefined) {
    const peaks = arch.lookupPeaks({ gfx_id: gfxId });
    return [
      {
        name: peaks.name ?? peaks.sku,
        gfxId: peaks.gfx_id,
        cuCount: peaks.cu_count,
        peakFp32Tflops: peaks.peak_fp32_tflops,
        memoryTbps: peaks.memory_bandwidth_tbs,
      },
    ];
  }
  const { gpus } = await gpuDiscovery.discoverRuntimeGpuSpecs(
    {},
    {
      settings: {
        gpuDiscoveryDisabled: settings.isGpuDiscoveryDisabled,
        ...(settings.gpuDiscoveryTimeoutMs === null ? {} : { gpuDiscoveryTimeoutMs: settings.gpuDiscoveryTimeoutMs }),
      },
      ...(signal === undefined ? {} : { signal }),
    },
  );
  return gpus.map((gpu) => ({
    name: gpu.name ?? gpu.board_product_name,
    gfxId: gpu.gfx_id,
    cuCount: gpu.cu_count,
    peakFp32Tflops: gpu.peak_fp32_tflops,
    memoryTbps: gpu.memory_bandwidth_tbs,
  }));
}
