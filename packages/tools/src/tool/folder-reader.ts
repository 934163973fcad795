import { constants } from 'node:fs';
import type { Dirent } from 'node:fs';
import { lstat, open, opendir, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { systemErrorCode } from './system-error-code.js';
import { ToolError } from './tool-errors.js';

/** What lies in a folder. Links are links, whatever they lead to. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory' | 'link' | 'other';
}

/** Why a file or folder could not be read, in words for a sentence. */
export type Unreadable = { readonly reason: string };

/** Reads folders that a user names. Nothing is written, no link below the folder is followed, no pipe waited for. */
export interface FolderReader {
  /** The canonical path of a folder, links followed. @throws ToolError NOT_FOUND, INVALID_ARGUMENT, PERMISSION_DENIED */
  rootOf(folder: string): Promise<string>;
  /** Entries by name, at most `most`; further ones are left out and `isCut` says so. */
  list(folder: string, most: number): Promise<{ entries: readonly FolderEntry[]; isCut: boolean } | Unreadable>;
  /** The bytes of a file as UTF-8, bytes that are none replaced; a file above `maxBytes` is not read. */
  readText(file: string, maxBytes: number): Promise<string | Unreadable>;
}

/** Folders of this machine. */
export const NODE_FOLDER_READER: FolderReader = {
  async rootOf(folder) {
    try {
      const canonical = await realpath(folder);
      if ((await lstat(canonical)).isDirectory()) return canonical;
    } catch (error) {
      const code = systemErrorCode(error);
      if (code === 'EACCES' || code === 'EPERM')
        throw new ToolError(
          'PERMISSION_DENIED',
          `${basename(folder)}: may not be read`,
          { path: folder },
          { cause: error },
        );
      throw new ToolError('NOT_FOUND', `${basename(folder)}: no such folder`, { path: folder }, { cause: error });
    }
    throw new ToolError('INVALID_ARGUMENT', `${basename(folder)}: is no folder`, { path: folder });
  },

  async list(folder, most) {
    try {
      const entries: FolderEntry[] = [];
      let isCut = false;
      for await (const entry of await opendir(folder)) {
        if (entries.length === most) {
          isCut = true;
          break;
        }
        entries.push({ name: entry.name, kind: kindOf(entry) });
      }
      return { entries: entries.sort((a, b) => (a.name < b.name ? -1 : 1)), isCut };
    } catch (error) {
      return { reason: reasonOf(error) };
    }
  },

  async readText(file, maxBytes) {
    try {
      const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      try {
        const stats = await handle.stat();
        if (!stats.isFile()) return { reason: 'is no regular file' };
        if (stats.size > maxBytes) return { reason: `is larger than ${maxBytes} bytes` };
        // A file that grows while it is read is not read beyond the limit.
        const buffer = Buffer.alloc(Math.min(stats.size + 1, maxBytes));
        let size = 0;
        for (;;) {
          const { bytesRead } = await handle.read(buffer, size, buffer.length - size, size);
          size += bytesRead;
          if (bytesRead === 0 || size === buffer.length) break;
        }
        return buffer.toString('utf8', 0, size);
      } finally {
        await handle.close();
      }
    } catch (error) {
      return { reason: reasonOf(error) };
    }
  },
};

/** The path of an entry. */
export function entryPath(folder: string, name: string): string {
  return join(folder, name);
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'other';
}

function reasonOf(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'is gone';
  return code === 'ELOOP' ? 'is a link' : 'cannot be read';
}
