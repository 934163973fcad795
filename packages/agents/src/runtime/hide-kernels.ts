import { kernelDisplayName } from '@perfxpert/tools';
import type { AgentCall } from './agent-call.js';

/** Fields that stand beside the name of a kernel in a row about it. */
const KERNEL_ROW_FIELDS = [
  'calls',
  'percent_of_total',
  'delta_pct',
  'total_ns',
  'total_runtime_ns',
  'duration_ns',
  'metrics',
];

/**
 * Makes the kernels of a value go out as K1 ... from now on, where the settings ask for that: by their whole names and by
 * the short ones that our texts use.
 */
export function hideKernels(value: unknown, { models, settings }: AgentCall): void {
  if (models === null || !settings.hidesKernels) return;
  const names = kernelNames(value);
  models.redactor.registerKernels([...new Set(names.flatMap((name) => [name, kernelDisplayName(name)]))]);
}

function kernelNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(kernelNames);
  if (typeof value !== 'object' || value === null) return [];
  const isRow = KERNEL_ROW_FIELDS.some((field) => Object.hasOwn(value, field));
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const isName = key === 'kernel' || key === 'kernel_name' || key === 'target' || (isRow && key === 'name');
    return isName && typeof item === 'string' && item !== '' ? [item] : kernelNames(item);
  });
}
