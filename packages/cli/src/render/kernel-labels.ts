import { baseOfMangledName } from './mangled-name.js';

/** Longer names are shown as they are and cut by the table: taking them apart would tell a reader nothing. */
const LONGEST_PARSED = 4096;
const CLOSED_BY: Readonly<Record<string, string>> = { '>': '<', ')': '(', ']': '[', '}': '{' };

/**
 * Short names of kernels: the last component without return type, namespaces and parameters. Where two of the names
 * would look alike, template arguments stay (their namespaces go); where even that is not enough, the whole name stays,
 * so two kernels never get one label. The keys are the names as given.
 *
 * `void at::native::fill_kernel<4, at::native::Add>(int, char*)` is `fill_kernel`, or `fill_kernel<4, Add>` beside
 * another `fill_kernel`.
 */
export function createKernelLabels(names: readonly string[]): ReadonlyMap<string, string> {
  const parsed = [...new Set(names)].map((name) => ({ name, ...shortForms(name) }));
  const byBase = countBy(parsed.map(({ base }) => base));
  const byDetail = countBy(parsed.map(({ detail }) => detail));
  return new Map(
    parsed.map(({ name, base, detail }) => {
      if (byBase.get(base) === 1) return [name, base];
      return [name, byDetail.get(detail) === 1 ? detail : name];
    }),
  );
}

/** `base` is the bare name, `detail` the name with its template arguments. Both are the name itself if it can't be parsed. */
function shortForms(name: string): { base: string; detail: string } {
  if (name.length > LONGEST_PARSED) return { base: name, detail: name };
  const mangled = baseOfMangledName(name);
  if (mangled !== null) return { base: mangled, detail: name };
  const whole = name.replaceAll('(anonymous namespace)', '{anonymous}').replace(/\.kd$/, '');
  const signature = cutParameters(whole);
  // Only a name with parameters has a return type; spaces in others are part of the name.
  const qualified = signature === whole ? whole : lastPart(signature.trim(), ' ');
  const simple = lastPart(qualified, '::');
  const templateStart = simple.indexOf('<');
  const base = templateStart > 0 ? simple.slice(0, templateStart) : simple;
  if (!/\w/.test(base) && !/[\p{L}\p{N}_]/u.test(base)) return { base: name, detail: name };
  const detail = simple.includes('::') ? simple.replace(qualifiersIn(simple), '') : simple;
  return { base, detail };
}

/** Namespaces and classes before a name. The classes of Unicode take milliseconds to compile: most names need none. */
function qualifiersIn(name: string): RegExp {
  return /^[\x20-\x7e]*$/.test(name) ? /(?:[A-Za-z0-9_~]+|\{anonymous\})::/g : /(?:[\p{L}\p{N}_~]+|\{anonymous\})::/gu;
}

/** Cuts at the first opening parenthesis outside of template arguments; what follows are parameters. */
function cutParameters(name: string): string {
  let open = '';
  for (let index = 0; index < name.length; index++) {
    if (isWordCharacter(name.charCodeAt(index))) continue;
    const character = name.charAt(index);
    if (character === '(' && open === '' && index > 0) return name.slice(0, index);
    open = openAfter(open, character);
  }
  return name;
}

/** What stands after the last separator outside of brackets. */
function lastPart(text: string, separator: string): string {
  let open = '';
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (isWordCharacter(text.charCodeAt(index))) continue;
    if (open === '' && text.startsWith(separator, index)) start = index + separator.length;
    open = openAfter(open, text.charAt(index));
  }
  return text.slice(start);
}

/** Letters, digits and underscores of ASCII: most of a name, and neither bracket nor separator. */
function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95;
}

/** The open brackets after one more character. In parentheses `<` and `>` compare: `enable_if<((8)>(0)), void>`. */
function openAfter(open: string, character: string): string {
  const isAngle = character === '<' || character === '>';
  if (isAngle && open.endsWith('(')) return open;
  if ('<([{'.includes(character)) return open + character;
  const partner = CLOSED_BY[character];
  return partner !== undefined && open.endsWith(partner) ? open.slice(0, -1) : open;
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
