import type { FileFindings, KernelSite, LaunchType, PatternSite } from './file-findings.js';
import { lexPython } from './lex-python.js';
import type { PythonLine } from './lex-python.js';
import { scanC } from './scan-c.js';
import type { SourceToken } from './source-token.js';
import { matchBrackets } from './token-brackets.js';

/** Models by the module that is imported. */
const MODULES: Readonly<Record<string, string>> = {
  torch: 'PyTorch',
  triton: 'Triton',
  jax: 'JAX',
  tensorflow: 'TensorFlow',
  cupy: 'CuPy',
  numba: 'Numba',
  hip: 'HIP',
  pyopencl: 'OpenCL',
};
const FETCHES = /^(item|cpu|tolist|numpy)$/;
const ARRAY_MODELS = ['PyTorch', 'JAX', 'TensorFlow', 'CuPy'];
const DEVICE_SYNC = /(^|\.)(torch\.(cuda|hip|accelerator)|cuda|runtime|Device)\.(synchronize|deviceSynchronize)$/;
const MARKER =
  /(^|\.)(nvtx|roctx)\.(range_?[pP]ush|range_?[pP]op|mark[A]?|range|range_?[sS]tart|range_?[sS]top|range_?[eE]nd|annotate)$/;
const C_SOURCE = /__global__|__kernel\b/;

/** Kernels, launches and patterns of Python text: Triton, PyTorch, JAX, CuPy, Numba, and device code in strings. */
export function scanPython(text: string): FileFindings {
  const lines = lexPython(text);
  const definitions: KernelSite[] = [];
  const launches: KernelSite[] = [];
  const patterns: PatternSite[] = [];
  const models = new Set<string>();
  const jitAliases = new Map<string, LaunchType>();
  let markerCount = 0;
  let usesStreams = false;
  let decorators: string[] = [];
  const loops: number[] = [];
  for (const line of lines) {
    for (const module of importsOf(line)) {
      const model = MODULES[module];
      if (model !== undefined) models.add(model);
    }
    noteJitAliases(line, jitAliases);
    while (loops.length > 0 && line.indent <= (loops.at(-1) ?? 0)) loops.pop();
    const first = line.tokens[0]?.text ?? '';
    const keyword = first === 'async' ? (line.tokens[1]?.text ?? '') : first;
    const isInLoop = loops.length > 0;
    if (first === '@') decorators.push(dottedName(line.tokens, 1));
    else if (keyword === 'def' || keyword === 'class') {
      const at = first === 'async' ? 2 : 1;
      const launchType = kernelDecorator(decorators, jitAliases);
      const named = line.tokens[at];
      if (launchType !== null && named !== undefined)
        definitions.push({ name: named.text, line: named.line, launchType, isInLoop: false, isDefaultStream: false });
      decorators = [];
    }
    const partner = matchBrackets(line.tokens);
    for (const [at, token] of line.tokens.entries()) {
      if (token.kind === 'string' && C_SOURCE.test(token.text)) {
        const embedded = scanC(token.text, { extension: 'hip', firstLine: token.line });
        definitions.push(...embedded.definitions);
        launches.push(...embedded.launches);
        patterns.push(...embedded.patterns);
      }
      if (token.kind !== 'word') continue;
      const name = dottedName(line.tokens, at);
      if (name === '') continue;
      const end = endOfDotted(line.tokens, at);
      if (name === 'torch.compile') patterns.push({ pattern: 'torch_compile', line: token.line, isInLoop });
      if (isBracketLaunch(line.tokens, partner, end)) {
        const last = name.split('.').at(-1) ?? name;
        launches.push({
          name: last,
          line: token.line,
          launchType: 'SUBSCRIPT_LAUNCH',
          isInLoop,
          isDefaultStream: false,
        });
      }
      if (line.tokens[end]?.text !== '(') continue;
      if (DEVICE_SYNC.test(name) || name.endsWith('block_until_ready') || name.endsWith('hipDeviceSynchronize'))
        patterns.push({ pattern: 'device_sync', line: token.line, isInLoop });
      if (name.endsWith('.hipMemcpy')) patterns.push({ pattern: 'memcpy_sync', line: token.line, isInLoop });
      if (/(^|\.)(Stream|ExternalStream|stream)$/.test(name) && name.includes('.')) usesStreams = true;
      if (MARKER.test(name)) markerCount++;
    }
    for (const fetch of fetchesOf(line))
      if (isInLoop && ARRAY_MODELS.some((model) => models.has(model)))
        patterns.push({ pattern: 'implicit_sync', line: fetch.line, isInLoop });
    if (keyword === 'for' || keyword === 'while') loops.push(line.indent);
  }
  return { definitions, launches, patterns, markerCount, usesStreams, models: [...models].sort() };
}

/** Top-level modules that a statement imports. */
function importsOf({ tokens }: PythonLine): string[] {
  const first = tokens[0]?.text;
  if (first === 'from') return [tokens[1]?.text ?? ''];
  if (first !== 'import') return [];
  return tokens.flatMap((token, at) => {
    const before = tokens[at - 1]?.text;
    return token.kind === 'word' && (before === 'import' || before === ',') ? [token.text] : [];
  });
}

/** `from triton import jit as j` makes `j` a decorator of kernels; `from numba import cuda` makes `cuda.jit` one. */
function noteJitAliases({ tokens }: PythonLine, aliases: Map<string, LaunchType>): void {
  if (tokens[0]?.text === 'import')
    for (const [at, token] of tokens.entries())
      if (token.text === 'triton' && tokens[at + 1]?.text === 'as')
        aliases.set(`${tokens[at + 2]?.text ?? ''}.jit`, 'TRITON_KERNEL_DEF');
  if (tokens[0]?.text !== 'from') return;
  const module = tokens[1]?.text;
  for (const [at, token] of tokens.entries()) {
    const alias = tokens[at + 1]?.text === 'as' ? (tokens[at + 2]?.text ?? token.text) : token.text;
    if (module === 'triton' && token.text === 'jit') aliases.set(alias, 'TRITON_KERNEL_DEF');
    if (module === 'numba' && token.text === 'cuda') aliases.set(`${alias}.jit`, 'NUMBA_KERNEL_DEF');
  }
}

function kernelDecorator(decorators: readonly string[], aliases: ReadonlyMap<string, LaunchType>): LaunchType | null {
  for (const name of decorators) {
    if (name === 'triton.jit') return 'TRITON_KERNEL_DEF';
    if (/(^|\.)numba\.cuda\.jit$/.test(name)) return 'NUMBA_KERNEL_DEF';
    if (/(^|\.)(cupyx\.)?jit\.rawkernel$/.test(name)) return 'GLOBAL_KERNEL_DEF';
    const alias = aliases.get(name);
    if (alias !== undefined) return alias;
  }
  return null;
}

/** The dotted name that starts at a word; '' for a word behind a dot, which is part of an earlier one. */
function dottedName(tokens: readonly SourceToken[], at: number): string {
  if (tokens[at]?.kind !== 'word' || tokens[at - 1]?.text === '.') return '';
  return tokens
    .slice(at, endOfDotted(tokens, at))
    .map(({ text }) => text)
    .join('');
}

function endOfDotted(tokens: readonly SourceToken[], at: number): number {
  let end = at + 1;
  while (tokens[end]?.text === '.' && tokens[end + 1]?.kind === 'word') end += 2;
  return end;
}

/** `kernel[grid](...)`. */
function isBracketLaunch(tokens: readonly SourceToken[], partner: Int32Array, open: number): boolean {
  if (tokens[open]?.text !== '[') return false;
  const close = partner[open] ?? -1;
  return close > open && tokens[close + 1]?.text === '(';
}

/** Calls of `.item()` and its like; with an argument, as in `.numpy(force=True)`, too. */
function fetchesOf({ tokens }: PythonLine): SourceToken[] {
  return tokens.filter(
    (token, at) => FETCHES.test(token.text) && tokens[at - 1]?.text === '.' && tokens[at + 1]?.text === '(',
  );
}
