import {
  ALLOCATION_CALL,
  BEFORE_CALL,
  DEFAULT_STREAM,
  LAUNCH_CALLS,
  MARKER_CALL,
  MODEL_INCLUDES,
  PATTERN_CALLS,
  STREAM_CALL,
} from './c-vocabulary.js';
import { findScopes } from './c-scopes.js';
import type { FileFindings, KernelSite, LaunchType, PatternSite } from './file-findings.js';
import { patternsOfKernel } from './kernel-body.js';
import { lexC } from './lex-c.js';
import { loopDepths } from './loop-depth.js';
import { targetRegionOf } from './target-region.js';
import { functionAfter, nameBefore, nameInArgument } from './read-names.js';
import type { SourceToken } from './source-token.js';
import { matchBrackets, splitCallArguments } from './token-brackets.js';

/** Tokens of a launch configuration, those in brackets counted as one. */
const LONGEST_CONFIGURATION = 200;

/** What the name of a file says about it. */
export interface CFileKind {
  /** Without a dot, lower case. */
  readonly extension: string;
  /** Line of the file that the text begins at. */
  readonly firstLine?: number;
}

/** Kernels, launches and patterns of C, C++, HIP, CUDA, OpenCL, SYCL, Kokkos, RAJA or OpenMP text. */
export function scanC(text: string, { extension, firstLine = 1 }: CFileKind): FileFindings {
  const { tokens, includes } = lexC(text, firstLine);
  const partner = matchBrackets(tokens);
  const loops = loopDepths(tokens, partner);
  const scopes = findScopes(tokens, partner);
  const definitions: KernelSite[] = [];
  const launches: KernelSite[] = [];
  const patterns: PatternSite[] = [];
  const models = new Set<string>();
  let markerCount = 0;
  let usesStreams = false;
  for (const include of includes)
    for (const [pattern, model] of MODEL_INCLUDES) if (pattern.test(include)) models.add(model);
  if (extension === 'cl') models.add('OpenCL');

  const isInLoop = (at: number) => (loops[at] ?? 0) > 0;
  const textAt = (at: number) => tokens[at]?.text ?? '';
  const lineAt = (at: number) => tokens[at]?.line ?? firstLine;
  const addPattern = (pattern: PatternSite['pattern'], at: number) => {
    patterns.push({ pattern, line: lineAt(at), isInLoop: isInLoop(at) });
  };
  const addLaunch = (name: string, at: number, launchType: LaunchType, isDefaultStream = false) => {
    launches.push({ name, line: lineAt(at), launchType, isInLoop: isInLoop(at), isDefaultStream });
  };
  const define = (at: number, launchType: LaunchType) => {
    const head = functionAfter(tokens, partner, at);
    if (head === null) return;
    const body = bodyAfter(tokens, head.close);
    if (body < 0) return;
    const namespace = scopes.namespaces[scopes.namespaceOf[at] ?? 0] ?? '';
    const name = namespace === '' ? head.name : `${namespace}::${head.name}`;
    definitions.push({ name, line: head.line, launchType, isInLoop: false, isDefaultStream: false });
    for (const found of patternsOfKernel(tokens, partner, head, body)) addPattern(found.pattern, found.at);
  };
  const launch = (at: number, close: number) => {
    const call = LAUNCH_CALLS[textAt(at)];
    if (call === undefined) return;
    const parts = splitCallArguments(tokens, partner, at + 1, close);
    const [first] = parts;
    if (first === undefined) return;
    const stream = parts[call.stream];
    const isDefault =
      stream === undefined
        ? call.isOptional
        : DEFAULT_STREAM.test(
            tokens
              .slice(stream.from, Math.min(stream.to, stream.from + 4))
              .map(textOf)
              .join(''),
          );
    addLaunch(nameInArgument(tokens, partner, first.from, first.to), at, 'HIP_KERNEL_LAUNCH', isDefault);
  };

  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.kind === 'pragma') {
      const region = targetRegionOf(token.text);
      if (region === null) continue;
      models.add(region === 'OMP_TARGET_REGION' ? 'OpenMP' : 'OpenACC');
      addLaunch(scopes.functions[scopes.functionOf[at] ?? 0] ?? '', at, region);
      continue;
    }
    if (token.text === '<<<' && token.kind === 'punctuation') {
      const end = endOfLaunchConfiguration(tokens, partner, at);
      if (end < 0) continue;
      const parts = splitCallArguments(tokens, partner, at, end);
      const stream = parts[3];
      const isDefault =
        stream === undefined || DEFAULT_STREAM.test(tokens.slice(stream.from, stream.to).map(textOf).join(''));
      addLaunch(nameBefore(tokens, partner, at), at - 1, 'TRIPLE_ANGLE_LAUNCH', isDefault);
      continue;
    }
    if (token.kind !== 'word') continue;
    const word = token.text;
    const isOutside = scopes.functionOf[at] === 0;
    if (word === '__global__' && isOutside) define(at, 'GLOBAL_KERNEL_DEF');
    else if (isOutside && (word === '__kernel' || (word === 'kernel' && extension === 'cl')))
      define(at, 'OPENCL_KERNEL_DEF');
    const close = callEnd(tokens, partner, at);
    if (/^hip[A-Z]/.test(word) && close >= 0) models.add('HIP');
    else if (/^cuda[A-Z]/.test(word) && close >= 0) models.add('CUDA');
    else if (/^cl[A-Z]/.test(word) && close >= 0) models.add('OpenCL');
    const portable = portableLaunch(tokens, at);
    if (portable !== null) {
      models.add(portable.model);
      addLaunch(portable.name, at, portable.launchType);
    }
    if (word === 'sycl' && textAt(at + 1) === '::') models.add('SYCL');
    if (close < 0) continue;
    if (Object.hasOwn(LAUNCH_CALLS, word)) launch(at, close);
    else if (word === 'clEnqueueNDRangeKernel') {
      const kernel = splitCallArguments(tokens, partner, at + 1, close)[1];
      const name = kernel === undefined ? '' : nameInArgument(tokens, partner, kernel.from, kernel.to);
      addLaunch(name, at, 'OPENCL_KERNEL_LAUNCH');
    } else if (/^clEnqueue(Read|Write)Buffer(Rect)?$/.test(word)) {
      const blocking = splitCallArguments(tokens, partner, at + 1, close)[2];
      if (blocking !== undefined && textAt(blocking.from) === 'CL_TRUE') addPattern('memcpy_sync', at);
    }
    for (const [pattern, id] of PATTERN_CALLS) if (pattern.test(word)) addPattern(id, at);
    if (isInLoop(at) && ALLOCATION_CALL.test(word)) addPattern('malloc_in_loop', at);
    if (STREAM_CALL.test(word)) usesStreams = true;
    if (MARKER_CALL.test(word)) markerCount++;
  }
  if (definitions.length + launches.length > 0 && models.size === 0) models.add(modelOfExtension(extension));
  return { definitions, launches, patterns, markerCount, usesStreams, models: [...models].sort() };
}

function textOf({ text }: SourceToken): string {
  return text;
}

/** Index of the body's brace behind a parameter list; -1 for a declaration. */
function bodyAfter(tokens: readonly SourceToken[], close: number): number {
  for (let index = close + 1; index < tokens.length && index - close < 50; index++) {
    if (tokens[index]?.text === '{') return index;
    if (tokens[index]?.text === ';') return -1;
  }
  return -1;
}

/** Index of the parenthesis that ends a call of the function named at `at`; -1 where it is no call of a function. */
function callEnd(tokens: readonly SourceToken[], partner: Int32Array, at: number): number {
  if (tokens[at + 1]?.text !== '(') return -1;
  const before = tokens[at - 1];
  if (before?.kind === 'word' && !BEFORE_CALL.has(before.text)) return -1;
  if (before?.text === '.' || before?.text === '->') return -1;
  return partner[at + 1] ?? -1;
}

/** Index of the first of the three `>` that end a launch configuration; -1 where `<<<` begins none. */
function endOfLaunchConfiguration(tokens: readonly SourceToken[], partner: Int32Array, at: number): number {
  let steps = 0;
  for (let index = at + 1; index < tokens.length && steps < LONGEST_CONFIGURATION; index++, steps++) {
    const text = tokens[index]?.kind === 'punctuation' ? tokens[index]?.text : undefined;
    if (text === ';') return -1;
    if (text === '(' || text === '[' || text === '{') {
      const close = partner[index] ?? -1;
      if (close < 0) return -1;
      index = close;
    } else if (text === '>' && tokens[index + 1]?.text === '>' && tokens[index + 2]?.text === '>') {
      if (tokens[index + 3]?.text !== '(') continue;
      const after = tokens[(partner[index + 3] ?? -1) + 1]?.text;
      if (after !== '>' && after !== ',') return index;
    }
  }
  return -1;
}

/** A loop of SYCL, Kokkos or RAJA, with the label that it gives itself. */
function portableLaunch(
  tokens: readonly SourceToken[],
  at: number,
): { model: string; name: string; launchType: LaunchType } | null {
  const word = tokens[at]?.text ?? '';
  const isQualified = tokens[at - 1]?.text === '::';
  const scope = isQualified ? (tokens[at - 2]?.text ?? '') : '';
  const label = tokens[at + 1]?.text === '(' && tokens[at + 2]?.kind === 'string' ? (tokens[at + 2]?.text ?? '') : '';
  if (scope === 'Kokkos' && /^parallel_(for|reduce|scan)$/.test(word))
    return { model: 'Kokkos', name: label === '' ? `Kokkos::${word}` : label, launchType: 'KOKKOS_PARALLEL' };
  if (scope === 'RAJA' && /^(forall|launch|kernel)$/.test(word))
    return { model: 'RAJA', name: `RAJA::${word}`, launchType: 'RAJA_FORALL' };
  if (word !== 'parallel_for' || !/^(\.|->)$/.test(tokens[at - 1]?.text ?? '')) return null;
  const named = tokens[at + 1]?.text === '<' && tokens[at + 2]?.kind === 'word' ? (tokens[at + 2]?.text ?? '') : '';
  const name = named === 'class' ? (tokens[at + 3]?.text ?? '') : named;
  return { model: 'SYCL', name: name === '' ? 'parallel_for' : name, launchType: 'SYCL_PARALLEL_FOR' };
}

function modelOfExtension(extension: string): string {
  if (extension === 'cu' || extension === 'cuh') return 'CUDA';
  return extension === 'cl' ? 'OpenCL' : 'HIP';
}
