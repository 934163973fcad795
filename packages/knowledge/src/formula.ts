import { KnowledgeError } from './errors.js';

/** A parsed formula of the data files: numbers, inputs and the four operations. */
export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'input'; readonly name: string; readonly accumulated: boolean }
  | {
      readonly kind: 'operation';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: Formula;
      readonly right: Formula;
    };

/** The value of an input; `accumulated` asks for the time integral of a level counter. Null = not known. */
export type InputValue = (name: string, accumulated: boolean) => number | null;

/**
 * Reads a formula such as `100*TCC_HIT/(TCC_HIT+TCC_MISS)` or `accumulate(SQ_LEVEL_WAVES)/cycles`; the usual
 * precedence, left to right.
 *
 * @throws KnowledgeError `INTERNAL` on anything else.
 */
export function parseFormula(text: string): Formula {
  const tokens = text.match(/[A-Za-z_][A-Za-z0-9_]*|[0-9]+(\.[0-9]+)?|\S/g) ?? [];
  let position = 0;
  const fail = (): never => {
    throw new KnowledgeError('INTERNAL', `Formula "${text}" is broken at word ${position + 1}`, { formula: text });
  };
  const take = (expected: string): void => {
    if (tokens[position] !== expected) fail();
    position += 1;
  };

  const factor = (): Formula => {
    const token = tokens[position] ?? fail();
    position += 1;
    if (/^[0-9]/.test(token)) return { kind: 'number', value: Number(token) };
    if (token === '(') {
      const inner = sum();
      take(')');
      return inner;
    }
    if (!/^[A-Za-z_]/.test(token)) return fail();
    if (token !== 'accumulate') return { kind: 'input', name: token, accumulated: false };
    take('(');
    const name = tokens[position] ?? fail();
    position += 1;
    take(')');
    return { kind: 'input', name, accumulated: true };
  };
  const product = (): Formula => {
    let left = factor();
    for (let operator = tokens[position]; operator === '*' || operator === '/'; operator = tokens[position]) {
      position += 1;
      left = { kind: 'operation', operator, left, right: factor() };
    }
    return left;
  };
  const sum = (): Formula => {
    let left = product();
    for (let operator = tokens[position]; operator === '+' || operator === '-'; operator = tokens[position]) {
      position += 1;
      left = { kind: 'operation', operator, left, right: product() };
    }
    return left;
  };

  const formula = sum();
  return position === tokens.length ? formula : fail();
}

/** Names of all inputs of a formula, each once, in order of appearance. */
export function formulaInputs(formula: Formula): readonly string[] {
  const names = new Set<string>();
  const visit = (node: Formula): void => {
    if (node.kind === 'input') names.add(node.name);
    if (node.kind !== 'operation') return;
    visit(node.left);
    visit(node.right);
  };
  visit(formula);
  return [...names];
}

/** The value of a formula; null when an input is not known or a divisor is 0. */
export function evaluateFormula(formula: Formula, valueOf: InputValue): number | null {
  if (formula.kind === 'number') return formula.value;
  if (formula.kind === 'input') return valueOf(formula.name, formula.accumulated);
  const left = evaluateFormula(formula.left, valueOf);
  const right = evaluateFormula(formula.right, valueOf);
  if (left === null || right === null) return null;
  switch (formula.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? null : left / right;
  }
}
