import { describe, expect, it } from '@jest/globals';
import { ALLOWED, read, sourceFiles } from './workspace.js';

const FILES = Object.keys(ALLOWED).flatMap(sourceFiles);
const LENGTHS = FILES.map((file) => read(file).split('\n').length).sort((left, right) => left - right);

describe('source files', () => {
  it('are small: median at most 120 lines, none over 500', () => {
    expect(LENGTHS[Math.floor(LENGTHS.length / 2)]).toBeLessThanOrEqual(120);
    expect(LENGTHS.at(-1)).toBeLessThanOrEqual(500);
  });

  it('are named in kebab-case and never after nothing', () => {
    const bad = FILES.filter((file) => !/\/[a-z0-9]+(-[a-z0-9]+)*(\.d)?\.ts$/.test(file));
    const vague = FILES.filter((file) => /\/(utils?|helpers?|common|misc|shared|core)\.ts$/.test(file));
    expect([...bad, ...vague]).toEqual([]);
  });

  it('hold no any, no suppressed checks and no unfinished marks', () => {
    const code = /(: any\b|\bas any\b|<any>)/;
    const marks = /(@ts-(ignore|nocheck)|eslint-disable|\bTODO\b|\bFIXME\b)/;
    const isBad = (text: string) => marks.test(text) || code.test(withoutComments(text));
    expect(FILES.filter((file) => isBad(read(file)))).toEqual([]);
  });
});

/** Text without block and line comments; strings that hold comment marks do not matter to the checks above. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '');
}
