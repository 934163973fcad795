import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Database files that a builder made. */
export interface TraceFiles {
  /** The first file. */
  readonly path: string;
  /** All files, in order of their processes. */
  readonly paths: readonly string[];
  /** Deletes the files, and the temporary folder if one was made for them. */
  dispose(): void;
}

/** A place for files: the caller's, or a new temporary folder. */
export interface TracePlace {
  /** Path of the file with a number, counted from 0; only the first keeps the name given. */
  pathOf(index: number): string;
  filesUpTo(count: number): TraceFiles;
}

/** Chooses where files go. `path` is the first file; more files get `-1`, `-2`, ... before the ending. */
export function createTracePlace(path: string | undefined, ending: '.db' | '.rpd'): TracePlace {
  const folder = path === undefined ? mkdtempSync(join(tmpdir(), 'perfxpert-trace-')) : null;
  const first = path ?? join(folder ?? '', `trace${ending}`);
  const pathOf = (index: number): string =>
    index === 0 ? first : first.replace(/(\.[^./\\]*)?$/, (dotEnding) => `-${index}${dotEnding}`);
  const filesUpTo = (count: number): TraceFiles => {
    const paths: string[] = [];
    for (let index = 0; index < count; index += 1) paths.push(pathOf(index));
    const dispose = (): void => {
      for (const file of paths) rmSync(file, { force: true });
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    };
    return { path: first, paths, dispose };
  };
  return { pathOf, filesUpTo };
}
