import { openPredictions, openTasks } from '@perfxpert/tools';
import type { PredictionStore, TaskStore } from '@perfxpert/tools';
import { openSessions } from './session-store.js';
import type { SessionStore } from './session-store.js';

/** The stores of one state folder. Nothing is opened before its first use, nothing made before its first write. */
export interface StateStores {
  readonly sessions: SessionStore;
  readonly tasks: TaskStore;
  readonly predictions: PredictionStore;
}

const MAX_OPEN = 8;
// Handles of files, by folder; no settings. The latest is last.
const open = new Map<string | null, StateStores>();

/** The stores of a state folder; null: those of this process, in memory. The same folder gives the same stores. */
export function stateStores(stateDir: string | null): StateStores {
  const known = open.get(stateDir);
  if (known !== undefined) return known;
  const stores = {
    sessions: openSessions({ stateDir }),
    tasks: openTasks({ stateDir }),
    predictions: openPredictions({ stateDir }),
  };
  open.set(stateDir, stores);
  for (const [folder, old] of open) {
    if (open.size <= MAX_OPEN) break;
    if (folder === null || folder === stateDir) continue;
    closeStores(old);
    open.delete(folder);
  }
  return stores;
}

/** Closes the files of a state folder; the next use opens them again. */
export function closeStateStores(stateDir: string | null): void {
  const stores = open.get(stateDir);
  if (stores === undefined) return;
  closeStores(stores);
  open.delete(stateDir);
}

function closeStores({ sessions, tasks, predictions }: StateStores): void {
  sessions.close();
  tasks.dispose();
  predictions.close();
}
