export const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW', 'INFO'] as const;
