import path from 'node:path';
import type { FormatName } from '../render/formats.js';
import { FORMATS, formatOf } from '../render/formats.js';
import { UsageError } from '../usage-error.js';
import { checkTarget } from './check-target.js';

/** Where one report goes. */
export interface Destination<Name extends string = FormatName> {
  readonly format: Name;
  /** Absolute path; null for stdout. */
  readonly path: string | null;
  /** Path as the user would write it, for notices. */
  readonly name: string;
}

/** What decides where reports go. */
export interface OutputRequest<Name extends string = FormatName> {
  readonly inputs: readonly string[];
  readonly formats: readonly Name[];
  readonly output: string | undefined;
  readonly dir: string | undefined;
  /** Name of a report in `dir` that has none; that of the first input by default. */
  readonly stem?: string;
  /** What the inputs are; traces by default. */
  readonly inputKind?: 'trace' | 'report';
}

/** The extension of a format, with its point. */
export type ExtensionOf<Name extends string> = (format: Name) => string;

/**
 * `-o NAME`: NAME in the current folder, folders inside NAME allowed; with `-d DIR` below DIR. `-d DIR` alone: the name
 * of the first trace without its extension, `analysis` without a trace. Neither, or `-o -`: stdout, for one format only. The extension is added
 * unless the name has it.
 *
 * @throws UsageError for what can't be: a name that is a folder, a report that would replace a trace, two reports on
 * stdout.
 */
export function planDestinations(request: OutputRequest, cwd: string): Destination[];
export function planDestinations<Name extends string>(
  request: OutputRequest<Name>,
  cwd: string,
  extensionOf: ExtensionOf<Name>,
): Destination<Name>[];
export function planDestinations(
  request: OutputRequest<string>,
  cwd: string,
  extensionOf: ExtensionOf<string> = extensionOfReport,
): Destination<string>[] {
  const { formats, output, dir } = request;
  if (output === '-' || (output === undefined && dir === undefined)) return [planStdout(formats, output, dir)];
  if (dir === '') throw new UsageError('-d: the name of the folder is empty');
  const base = output === undefined ? (request.stem ?? stemOfInput(request.inputs, cwd)) : checkName(output, dir);
  const extensions = formats.map(extensionOf);
  const stem = formats.length > 1 ? withoutExtension(base, extensions) : base;
  const destinations = formats.map((format): Destination<string> => {
    const name = path.join(dir ?? '', withExtension(stem, extensionOf(format)));
    return { format, path: path.resolve(cwd, name), name };
  });
  for (const { path: file, name } of destinations)
    if (file !== null) checkTarget(file, name, { inputs: request.inputs, cwd, input: request.inputKind ?? 'trace' });
  return destinations;
}

function extensionOfReport(format: string): string {
  const known = formatOf(format);
  return known === undefined ? '' : FORMATS[known].extension;
}

function planStdout(
  formats: readonly string[],
  output: string | undefined,
  dir: string | undefined,
): Destination<string> {
  const [format, ...others] = formats;
  if (format === undefined || others.length > 0)
    throw new UsageError(`${formats.join(',')}: stdout takes one format; give -o NAME or -d DIR`);
  if (output === '-' && dir !== undefined) throw new UsageError('-o - is stdout; leave out -d');
  return { format, path: null, name: 'stdout' };
}

function checkName(output: string, dir: string | undefined): string {
  if (output === '') throw new UsageError('-o: the name of the report is empty');
  if (/(^|[/\\])\.{0,2}$/.test(output)) throw new UsageError(`-o ${output}: names a folder; use -d ${output}`);
  if (dir !== undefined && path.isAbsolute(output))
    throw new UsageError(`-o ${output}: an absolute path can't lie below -d ${dir}; leave out one of them`);
  return output;
}

function stemOfInput(inputs: readonly string[], cwd: string): string {
  const [first] = inputs;
  if (first === undefined) return 'analysis';
  const { name } = path.parse(path.resolve(cwd, first));
  return name === '' ? 'analysis' : name;
}

function withExtension(name: string, extension: string): string {
  return name.toLowerCase().endsWith(extension) ? name : name + extension;
}

/** With several formats `report.json` names `report.txt` and `report.json`. */
function withoutExtension(name: string, extensions: readonly string[]): string {
  const extension = extensions.find((end) => name.toLowerCase().endsWith(end));
  return extension === undefined ? name : name.slice(0, -extension.length);
}
