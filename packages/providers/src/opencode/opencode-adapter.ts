import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type {
  AdapterAttempt,
  AdapterReply,
  AdapterRequest,
  EndpointState,
  ModelAdapter,
} from '../dispatch/model-adapter.js';
import { FatalError, RecursionGuardViolation } from '../errors.js';
import { childEnvironment } from './child-environment.js';
import { OpencodeOutput } from './opencode-output.js';
import { isInsideOpencodeSession } from './opencode-session.js';
import { runOpencode } from './run-opencode.js';
import { toOpencodePrompt } from './to-opencode-prompt.js';

/** The name of the model where opencode chooses it. */
const UNNAMED_MODEL = 'opencode-default';

/** What the program needs to know. */
export interface OpencodeOptions {
  /** Path of the program, or its name on the given PATH. */
  readonly binary: string;
  readonly model: string | null;
  /** Where PATH, HOME and the language are taken from. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Variables that the child gets beside those: the key of the service behind opencode. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether the caller found itself inside an opencode session. */
  readonly isInsideSession: boolean;
}

/**
 * The opencode program as a model that answers in text: every tool denied, an empty folder to work in, the prompt on standard
 * input. The length of its answers can't be bounded.
 */
export function opencodeAdapter(options: OpencodeOptions): ModelAdapter {
  let isCapWarned = false;
  const send = async (request: AdapterRequest, attempt: AdapterAttempt): Promise<AdapterReply> => {
    if (request.maxOutputTokens !== null && !isCapWarned) {
      isCapWarned = true;
      attempt.onWarning('opencode can not bound the length of an answer');
    }
    const model = request.model ?? options.model;
    const output = new OpencodeOutput(request.output === null ? attempt.onText : attempt.onAnswer, attempt.onUsage);
    const exit = await inEmptyFolder((folder) =>
      run(options, attempt, folder, {
        args: ['run', '--format', 'json', '--dir', folder, ...(model === null ? [] : ['--model', model])],
        input: toOpencodePrompt(request),
        onOutput: (text) => output.push(text),
      }),
    );
    return output.finish(exit, model ?? UNNAMED_MODEL, request.output);
  };
  return {
    name: 'opencode',
    caps: { tools: false, jsonSchema: false, streaming: true, promptCache: false, outputCap: false },
    model: options.model,
    defaultOutputTokens: null,
    send,
    inspect: (attempt) => inspect(options, attempt),
  };
}

/** What differs between the calls of the program. */
interface Invocation {
  readonly args: readonly string[];
  readonly input: string;
  readonly onOutput: (text: string) => void;
}

async function run(options: OpencodeOptions, attempt: AdapterAttempt, folder: string, invocation: Invocation) {
  if (isInsideOpencodeSession(options.isInsideSession)) throw new RecursionGuardViolation();
  const environment = childEnvironment(options.environment, options.secrets);
  const { binary } = options;
  return runOpencode({ ...invocation, binary, environment, folder, signal: attempt.signal });
}

async function inEmptyFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'perfxpert-opencode-'));
  try {
    return await work(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Whether the program is there, and its version. An older project of the same name takes other flags. */
async function inspect(options: OpencodeOptions, attempt: AdapterAttempt): Promise<EndpointState> {
  let text = '';
  const exit = await inEmptyFolder((folder) =>
    run(options, attempt, folder, {
      args: ['--version'],
      input: '',
      onOutput: (piece) => {
        text += piece;
      },
    }),
  );
  if (exit.exitCode !== 0)
    throw new FatalError('opencode', 'subprocess', 'opencode --version failed', { rawMessage: exit.stderr });
  const version = /\d+\.\d+(?:\.\d+)?\S*/.exec(text)?.[0] ?? null;
  return { model: options.model, hasModel: null, hasTools: false, hasJsonSchema: false, version };
}
