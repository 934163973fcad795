import { closingBracket, isArrow } from '../text/closing-bracket.js';

/** A kernel name taken apart. */
export interface KernelNameParts {
  /** Qualified name without return type, template arguments and parameters: `at::native::reduce_kernel`. */
  readonly base: string;
  /** Texts of all template arguments at the outer level, in order: `512`, `1`, `at::ReduceOp<float>`. */
  readonly templateArguments: readonly string[];
  /** Text between the parentheses of the parameter list; null where the name has none. */
  readonly parameters: string | null;
}

/** What toolchains append to the name of a kernel's code object or of a compiler's copy of a function. */
const SUFFIX = /(?: \[clone [^\]]*\]|\.kd| \(\.kd\)|\.isra\.\d+|\.constprop\.\d+)+$/;
/** Suffixes are looked for in so many characters at the end, which bounds the time a hostile name can cost. */
const MAX_SUFFIX = 256;

/**
 * Takes a kernel name apart by its brackets, in one pass. Of a mangled name (`_Z...`) only the base is read. A name that
 * is no C++ declaration is its own base.
 */
export function splitKernelName(name: string): KernelNameParts {
  const text = withoutSuffix(name.trim());
  if (text.startsWith('_Z')) return { base: mangledBase(text), templateArguments: [], parameters: null };
  const base: string[] = [];
  const templateArguments: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{') at = closingBrace(text, at);
    if (character !== '<' && character !== '(') continue;
    if (isOperatorBefore(text, at)) {
      if (character === '(' || text[at + 1] === '<') at += 1; // The second half of `operator()` or `operator<<`.
      continue;
    }
    const end = character === '<' ? closingBracket(text, at) : closingParenthesis(text, at);
    if (character === '(' && text.startsWith('::', end + 1)) {
      at = end; // A group inside a name: `(anonymous namespace)::f`, `run(int)::{lambda()#1}`.
      continue;
    }
    base.push(text.slice(from, at));
    if (character === '(') {
      const parameters = text.slice(at + 1, end).trim();
      return { base: withoutReturnType(base.join('')), templateArguments, parameters };
    }
    for (const argument of splitArguments(text.slice(at + 1, end))) templateArguments.push(argument);
    from = end + 1;
    at = end;
  }
  base.push(text.slice(from));
  const whole = base.join('');
  // Without any bracket it may be no declaration at all: blanks stay.
  return { base: from === 0 ? whole : withoutReturnType(whole), templateArguments, parameters: null };
}

/** Splits a list at the commas that stand outside all brackets; parts are trimmed. */
export function splitArguments(list: string): string[] {
  if (list.trim() === '') return [];
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list[at] ?? '';
    if ('<([{'.includes(character)) depth++;
    else if ('>)]}'.includes(character) && !isArrow(list, at)) depth--;
    else if (character === ',' && depth === 0) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  parts.push(list.slice(start).trim());
  return parts;
}

/** Index of the `)` of the `(` at `open`; the last index if it never closes. */
function closingParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++)
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  return text.length - 1;
}

/** Index of the `}` of the `{` at `open`, as of a lambda; the last index if it never closes. */
function closingBrace(text: string, open: number): number {
  const close = text.indexOf('}', open);
  return close < 0 ? text.length - 1 : close;
}

function isOperatorBefore(text: string, at: number): boolean {
  return text.startsWith('operator', at - 'operator'.length) && at >= 'operator'.length;
}

function withoutSuffix(text: string): string {
  const start = Math.max(0, text.length - MAX_SUFFIX);
  return text.slice(0, start) + text.slice(start).replace(SUFFIX, '');
}

/** What stands behind the last blank outside parentheses: `unsigned int f` is `f`. */
function withoutReturnType(text: string): string {
  const trimmed = text.trim();
  let depth = 0;
  let start = 0;
  for (let at = 0; at < trimmed.length; at++) {
    const character = trimmed[at] ?? '';
    if (character === '(' || character === '{') depth++;
    else if (character === ')' || character === '}') depth--;
    else if (character === ' ' && depth === 0) start = at + 1;
  }
  return trimmed.slice(start);
}

/**
 * The source names at the start of an Itanium-mangled name, joined by `::`; the name itself where there are none.
 *
 * Source: Itanium C++ ABI, section 5.1.3: `_Z` [`N` qualifiers] { decimal length, identifier }.
 */
function mangledBase(name: string): string {
  const names: string[] = [];
  let at = /^_Z(N[rVK]*)?/.exec(name)?.[0].length ?? 0;
  for (let digits = lengthAt(name, at); digits !== null; digits = lengthAt(name, at)) {
    const start = at + digits.length;
    const identifier = name.slice(start, start + Number(digits));
    names.push(identifier.startsWith('_GLOBAL__N_') ? '(anonymous namespace)' : identifier);
    at = start + Number(digits);
  }
  return names.length === 0 ? name : names.join('::');
}

function lengthAt(name: string, at: number): string | null {
  return /^[1-9]\d{0,4}/.exec(name.slice(at, at + 5))?.[0] ?? null;
}
