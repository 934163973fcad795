/** One message of a compiler. */
export interface CompilerDiagnostic {
  /** As the compiler wrote it: a path from the project root for files of the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly col: number;
  readonly sev: 'error' | 'warning';
  readonly msg: string;
}

/** `file:line:col: error: text` of clang and GCC; a fatal error is an error. */
const DIAGNOSTIC = /^(.+?):([0-9]{1,9}):([0-9]{1,9}): (?:fatal )?(error|warning): (.*)$/;

/** The errors and warnings in what a compiler wrote, in its order. Notes and the quoted source are left out. */
export function parseDiagnosticLines(output: string): CompilerDiagnostic[] {
  return output.split(/\r?\n/).flatMap((text): CompilerDiagnostic[] => {
    const [, file = '', line = '', col = '', severity, msg = ''] = DIAGNOSTIC.exec(text) ?? [];
    if (severity === undefined) return [];
    return [{ file, line: Number(line), col: Number(col), sev: severity === 'error' ? 'error' : 'warning', msg }];
  });
}
