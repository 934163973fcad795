import { ProtocolError } from '@modelcontextprotocol/server';
import type { ServerContext } from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import type { WireTool } from '../list/wire-tool.js';
import type { Outcome } from '../pool/worker-pool.js';
import { errorResult, successResult } from './call-result.js';
import type { CallResult } from './call-result.js';
import { argumentsLine } from './log.js';
import type { Product } from './product.js';
import type { RootProvider } from './root-provider.js';
import { splitArguments } from './split-arguments.js';

const INVALID_PARAMS = -32602;
/** Characters of the arguments of a look-up that is answered without a thread: a few milliseconds at the very most. */
const MOST_AT_ONCE = 1000;
/** Tools whose input is a trace of which a report can be read. */
const REPORTED: ReadonlySet<string> = new Set(['analyze_trace', 'agent_root', 'diagnosis.diagnose_trace']);

export interface CallParameters {
  readonly name: string;
  readonly arguments?: unknown;
}

/**
 * Answers `tools/call`: everything that can go wrong with a known tool is an answer.
 *
 * @throws ProtocolError -32602 for an unknown tool, with the three nearest names
 */
export async function handleCall(
  product: Product,
  rootProvider: RootProvider,
  parameters: CallParameters,
  context: ServerContext,
): Promise<CallResult> {
  const tool = product.names.find(parameters.name);
  if (tool === null) {
    const nearest = product.names.nearest(parameters.name);
    throw new ProtocolError(INVALID_PARAMS, `No such tool; nearest: ${nearest.join(', ')}`, {
      code: 'UNKNOWN_TOOL',
      nearest,
    });
  }
  const split = splitArguments(tool.inputSchema, parameters.arguments);
  if (!split.ok) return split.result;
  const { input, view } = split;
  product.log.debug(`call ${tool.name} {${argumentsLine(input)}}`);
  const { _meta: meta, signal } = context.mcpReq;
  const token = meta?.progressToken;
  let progress = 0;
  const request = {
    kind: 'call',
    key: tool.key,
    input,
    view,
    roots: tool.kind === 'catalogue' ? [] : await rootProvider.roots(),
    wantsProgress: token !== undefined,
  } as const;
  if (isShortLookUp(tool, input)) {
    // Loaded by the first of them: the list of tools is answered without their declarations.
    const { runLookUp } = await import('../call/run-look-up.js');
    return toResult(product, tool, await runLookUp(request), input, context);
  }
  const outcome = await product.pool.run(request, {
    lane: tool.kind,
    timeoutMs:
      tool.kind === 'agent' && product.settings.allowLlm ? product.settings.llmTimeoutMs : product.settings.timeoutMs,
    signal,
    affinity: affinityOf(input),
    ...(product.settings.stateDir === null ? { sessionId: sessionOf(input) } : {}),
    onProgress(stage) {
      if (token === undefined) return;
      const params = { progressToken: token, progress: ++progress, message: stage };
      context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  });
  return toResult(product, tool, outcome, input, context);
}

async function toResult(
  product: Product,
  tool: WireTool,
  outcome: Outcome,
  input: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<CallResult> {
  if (outcome.ok) {
    const { database_path: paths } = input;
    const isTrace =
      typeof paths === 'string' || (Array.isArray(paths) && paths.every((item) => typeof item === 'string'));
    if (isTrace && REPORTED.has(tool.key) && product.reports.add(paths))
      context.mcpReq.notify({ method: 'notifications/resources/list_changed' }).catch(() => undefined);
    return successResult(outcome.text);
  }
  const { error } = outcome;
  const isBug = error.code === 'INTERNAL';
  const correlation = isBug ? { correlation_id: randomUUID() } : {};
  if (isBug) product.log.error(`${tool.name} ${correlation.correlation_id ?? ''}: ${outcome.trouble ?? error.message}`);
  await context.mcpReq
    .log(isBug ? 'error' : 'warning', { tool: tool.name, code: error.code, ...correlation }, 'perfxpert')
    .catch(() => undefined);
  return errorResult({ ...error, details: { ...error.details, ...correlation } });
}

/**
 * Whether a call takes less time than its way to a thread and back would: tables only, and too little text for any rule
 * to have long work with it.
 */
function isShortLookUp({ kind }: WireTool, input: Readonly<Record<string, unknown>>): boolean {
  return kind === 'catalogue' && JSON.stringify(input).length <= MOST_AT_ONCE;
}

/** The session that an agent is to go on with. */
function sessionOf({ session_id: id }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof id === 'string' ? id : undefined;
}

/** Calls about the same files go to the thread that has them open. */
function affinityOf(input: Readonly<Record<string, unknown>>): string | undefined {
  const paths =
    input['database_path'] ?? input['db_path'] ?? input['new_db'] ?? input['baseline_db'] ?? input['db_after'];
  return paths === undefined ? undefined : JSON.stringify(paths);
}
