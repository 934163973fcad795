/** Libraries whose calls are told apart. */
export const API_FAMILIES = ['hip', 'hsa', 'rccl'] as const;
/** What a call is for. */
export const API_CLASSES = ['launch', 'sync', 'memory', 'alloc', 'compile', 'other'] as const;

export type ApiFamily = (typeof API_FAMILIES)[number];

export type ApiClass = (typeof API_CLASSES)[number];
