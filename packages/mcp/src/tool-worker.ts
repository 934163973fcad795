import { parentPort, workerData } from 'node:worker_threads';
import {
  createToolContext,
  createTraceCache,
  openPredictions,
  processEnvironment,
  readConfigFile,
  readSettings,
  toolSettings,
} from '@perfxpert/agents/tools';
import type { ToolContext } from '@perfxpert/agents/tools';
import { guardTrace } from './access/guard-trace.js';
import { guardedText } from './access/guarded-text.js';
import { callFailure } from './call/call-failure.js';
import type { FromThread, Job, ThreadSettings, ToThread } from './call/call-protocol.js';
import { declaredTool } from './call/declared-tool.js';
import { runCall } from './call/run-call.js';
import type { CallAnswer } from './call/run-call.js';
import { readResource } from './resources/read-resource.js';

const port = parentPort;
if (port === null) throw new Error('This file runs as a thread of perfxpert-mcp.');
// What the thread was started with, by the one place that starts it.
const settings = workerData as ThreadSettings;
const cache = createTraceCache();
const store = openPredictions({ stateDir: settings.stateDir });
const running = new Map<number, AbortController>();
for (const prediction of settings.predictions) store.save(prediction);

const send = (message: FromThread): void => port.postMessage(message);

function contextOf(job: Job, signal: AbortSignal): ToolContext {
  const { id, roots } = job;
  const isHeard = job.kind === 'call' && job.wantsProgress;
  return createToolContext({
    openTrace: (paths) => guardTrace(() => cache.openTrace(paths), roots),
    // The discovery of GPUs reads what the kernel says of them, at paths of its own.
    ...(job.kind === 'call' && job.key === 'gpu_discovery.discover_runtime_gpu_specs'
      ? {}
      : { readText: (file: string) => guardedText(file, roots) }),
    predictions: {
      ...store,
      save(prediction) {
        store.save(prediction);
        if (settings.stateDir === null) send({ kind: 'prediction', prediction });
      },
    },
    signal,
    // Tools of the tables depend on none.
    settings: roots.length === 0 ? {} : userSettings(),
    ...(isHeard ? { progressCallback: (stage: string) => send({ kind: 'progress', id, stage }) } : {}),
  });
}

/** What the user set for tools, read anew; a monitor log is for the tools that are given its path. */
function userSettings(): ToolContext['settings'] {
  const environment = processEnvironment();
  const { gpuMonitorLog: _log, ...others } = toolSettings(readSettings({}, environment, readConfigFile(environment)));
  return others;
}

async function work(job: Job): Promise<void> {
  const abort = new AbortController();
  running.set(job.id, abort);
  try {
    send({ kind: 'answer', id: job.id, ...(await answerTo(job, contextOf(job, abort.signal))) });
  } catch (error) {
    send({ kind: 'failure', id: job.id, ...callFailure(error) });
  } finally {
    running.delete(job.id);
  }
}

async function answerTo(job: Job, context: ToolContext): Promise<CallAnswer> {
  if (job.kind === 'read') return { text: await readResource(job, context), sessionId: null };
  return runCall(job, declaredTool(job.key), context, settings);
}

port.on('message', (message: ToThread) => {
  if (message.kind === 'cancel') running.get(message.id)?.abort();
  else if (message.kind === 'prediction') store.save(message.prediction);
  else void work(message);
});
