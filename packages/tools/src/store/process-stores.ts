import { openPredictions } from './predictions.js';
import type { PredictionStore } from './predictions.js';
import { openTasks } from './tasks.js';
import type { TaskStore } from './tasks.js';

// What callers who name no state folder wrote, until the process ends; no settings.
let predictions: PredictionStore | null = null;
let tasks: TaskStore | null = null;

/** The predictions of this process, in memory. */
export function processPredictions(): PredictionStore {
  return (predictions ??= openPredictions({ stateDir: null }));
}

/** The tasks of this process, in memory. */
export function processTasks(): TaskStore {
  return (tasks ??= openTasks({ stateDir: null }));
}
