import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Time that a client has to name its roots, milliseconds. */
const ROOTS_TIMEOUT_MS = 3000;

/** Folders that may be read now. */
export interface RootProvider {
  /** Canonical paths: those of the command line, then those of the client. */
  roots(): Promise<readonly string[]>;
  /** Forgets what the client said. */
  changed(): void;
}

/** Asks the client; null where it names no roots. */
export type AskRoots = (options: { timeout: number }) => Promise<readonly { readonly uri: string }[]>;

/**
 * Roots of the command line (`--root`, else the working folder) and those that the client declares. The client is asked
 * at the first call and after it said that they changed; no answer counts as none.
 */
export function createRootProvider(given: readonly string[], ask: () => AskRoots | null): RootProvider {
  const own = given.flatMap(canonical);
  let answer: Promise<readonly string[]> | null = null;
  const fromClient = async (): Promise<readonly string[]> => {
    const request = ask();
    if (request === null) return [];
    try {
      return (await request({ timeout: ROOTS_TIMEOUT_MS })).flatMap(({ uri }) => folderOf(uri));
    } catch {
      return [];
    }
  };
  return {
    async roots() {
      answer ??= fromClient();
      return [...new Set([...own, ...(await answer)])];
    },
    changed() {
      answer = null;
    },
  };
}

function folderOf(uri: string): string[] {
  try {
    return uri.startsWith('file:') ? canonical(fileURLToPath(uri)) : [];
  } catch {
    return [];
  }
}

/** The folder with links resolved; none where there is no such folder. */
function canonical(folder: string): string[] {
  try {
    return [fs.realpathSync(folder)];
  } catch {
    return [];
  }
}
