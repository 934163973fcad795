import type { Io } from '../io.js';

/** The captured monitor log that the environment names, as an option of an analysis; nothing where it names none. */
export function monitorLogOf({ env }: Pick<Io, 'env'>): { readonly gpuMonitorLog?: string } {
  const { PERFXPERT_GPU_MONITOR_LOG: log } = env;
  return log === undefined || log === '' ? {} : { gpuMonitorLog: log };
}
