/** How urgent a recommendation is, the most urgent first. */
export const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW', 'INFO'] as const;
