import { AsyncLocalStorage } from 'node:async_hooks';

/** The environment variable by which a child of opencode knows where it runs. */
export const OPENCODE_SESSION_MARKER = 'PERFXPERT_IN_OPENCODE_SESSION';

const SESSION = new AsyncLocalStorage<boolean>();

/** Runs the callback as inside (or, with false, outside) an opencode session, whatever the environment says. */
export function withOpencodeSession<T>(isInside: boolean, callback: () => T): T {
  return SESSION.run(isInside, callback);
}

/** Whether this code runs inside an opencode session: the flag of `withOpencodeSession`, else what the caller read. */
export function isInsideOpencodeSession(fromEnvironment: boolean): boolean {
  return SESSION.getStore() ?? fromEnvironment;
}
