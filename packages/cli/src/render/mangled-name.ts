/** `_Z`, perhaps a nested name with its qualifiers. */
const PREFIX = /^_ZN?[rVKRO]*/;

/**
 * The function's own name in a mangled C++ name, without namespaces and template arguments: the last of the source names
 * that follow `_Z` or `_ZN`. Null for names that are not mangled and for those that begin otherwise (operators,
 * substitutions). Source: Itanium C++ ABI, 5.1.2 and 5.1.3, `<source-name> ::= <number> <identifier>`.
 *
 * `_ZN2ck6device15gemm_xdl_cshuffIiLb0EEvPT_` is `gemm_xdl_cshuff`.
 */
export function baseOfMangledName(name: string): string | null {
  let position = PREFIX.exec(name)?.[0].length ?? 0;
  if (position === 0) return null;
  let base: string | null = null;
  for (;;) {
    const digits = /^[1-9]\d{0,3}/.exec(name.slice(position, position + 4))?.[0];
    if (digits === undefined) return base;
    const start = position + digits.length;
    position = start + Number(digits);
    if (position > name.length) return null;
    base = name.slice(start, position);
  }
}
