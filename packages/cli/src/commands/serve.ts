import type { DrawnAnalysis } from '@perfxpert/agents';
import type { Io } from '../io.js';
import { writeText } from '../io.js';
import { readReport } from '../output/read-report.js';
import { systemErrorCode } from '../output/system-error-code.js';
import { createProgress } from '../progress/create-progress.js';
import { startServer } from '../serve/start-server.js';
import type { Resource } from '../serve/start-server.js';
import { UsageError } from '../usage-error.js';
import type { ServeFlags } from './serve-command.js';

/** Runs `perfxpert serve`: draws the page once and serves it until the user interrupts. */
export async function serve(flags: ServeFlags, io: Io): Promise<void> {
  const resources = await drawResources(await readAnalysis(flags, io));
  const server = await startServer(resources, flags.port).catch((error: unknown) => {
    throw describe(error, flags.port);
  });
  await writeText(io.stdout, `http://127.0.0.1:${server.port}/\n`);
  if (flags.progress) io.stderr.write('[perfxpert] serving to this machine only; Ctrl-C ends\n');
  await new Promise<void>((resolve) => {
    if (io.signal?.aborted === true) resolve();
    io.signal?.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.close();
}

async function readAnalysis(flags: ServeFlags, io: Io): Promise<DrawnAnalysis> {
  if (flags.report !== undefined) return { report: await readReport(flags.report, io), timeline: null };
  const progress = await createProgress(io, flags);
  io.signal?.addEventListener('abort', progress.stop, { once: true });
  const { analyzeTraceWithTimeline } = await import('@perfxpert/agents/analysis');
  return analyzeTraceWithTimeline(
    { database_path: [...flags.input] },
    { progressCallback: progress.stage, ...(io.signal === undefined ? {} : { signal: io.signal }) },
  ).finally(() => {
    io.signal?.removeEventListener('abort', progress.stop);
    progress.stop();
  });
}

async function drawResources({ report, timeline }: DrawnAnalysis): Promise<ReadonlyMap<string, Resource>> {
  const { renderHtml } = await import('../render/html/render-html.js');
  const { renderJson } = await import('../render/render-json.js');
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', body: renderHtml(report, { timeline }) }],
    ['/report.json', { type: 'application/json', body: renderJson(report) }],
  ]);
}

function describe(error: unknown, port: number): unknown {
  const code = systemErrorCode(error);
  if (code === 'EADDRINUSE')
    return new UsageError(`--port ${port}: another program uses it; leave it out for any that is free`, {
      cause: error,
    });
  if (code === 'EACCES')
    return new UsageError(`--port ${port}: no permission; take one from 1024 on`, { cause: error });
  return error;
}
