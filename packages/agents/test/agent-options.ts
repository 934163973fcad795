import type { AgentOptions } from '../src/index.js';

/** Options of calls that touch neither the variables nor the home folder of whoever runs the tests. */
export const OFFLINE: AgentOptions = { environment: {}, stateDir: null, timestamps: false };
