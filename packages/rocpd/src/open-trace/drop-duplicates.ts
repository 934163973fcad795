import { contentSignature } from '../queries/content-signature.js';
import { translateError } from '../sqlite/translate-error.js';
import type { OpenedFile, OpenedProcess } from './file-trace.js';

/**
 * Leaves out processes that a file before holds with the same content. The same guid with other content is another pass
 * over the same program: both stay.
 */
export function dropDuplicates(
  files: readonly OpenedFile[],
  processes: readonly OpenedProcess[],
): { kept: OpenedProcess[]; duplicatePaths: string[] } {
  const kept: OpenedProcess[] = [];
  const duplicatePaths = new Set<string>();
  const ofGuid = new Map<string, OpenedProcess[]>();
  const signatures = new Map<OpenedProcess, string>();
  const signatureOf = (opened: OpenedProcess): string => {
    const signature = signatures.get(opened) ?? readSignature(files[opened.process.fileIndex], opened);
    signatures.set(opened, signature);
    return signature;
  };
  for (const opened of processes) {
    const others = ofGuid.get(opened.process.guid) ?? [];
    if (others.some((other) => signatureOf(other) === signatureOf(opened))) {
      const path = files[opened.process.fileIndex]?.info.path;
      if (path !== undefined) duplicatePaths.add(path);
      continue;
    }
    ofGuid.set(opened.process.guid, [...others, opened]);
    kept.push(opened);
  }
  return { kept, duplicatePaths: [...duplicatePaths] };
}

function readSignature(file: OpenedFile | undefined, { source }: OpenedProcess): string {
  if (file === undefined) return '';
  try {
    const database = file.open();
    try {
      return contentSignature(database, source);
    } finally {
      database.close();
    }
  } catch (error) {
    throw translateError(error, file.realPath);
  }
}
