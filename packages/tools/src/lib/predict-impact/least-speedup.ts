/** Below this speed-up there is nothing to promise: 5 % is what runs of one program differ by anyway. */
export const LEAST_SPEEDUP = 1.05;
