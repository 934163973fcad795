import { describe, expect, it } from '@jest/globals';
import { KnowledgeError, unknownIdError } from '../src/index.js';

describe('KnowledgeError', () => {
  it('carries the brand that all packages look for, its code and its cause', () => {
    const cause = new Error('inner');
    const error = new KnowledgeError('INTERNAL', 'broken', { a: 1 }, { cause });
    expect(Reflect.get(error, Symbol.for('perfxpert.error'))).toBe(true);
    expect(error).toMatchObject({ name: 'KnowledgeError', code: 'INTERNAL', details: { a: 1 }, cause });
  });
});

describe('unknownIdError', () => {
  it('names the value and the known names, sorted', () => {
    const error = unknownIdError('gfx id', 'gfx9999', ['gfx950', 'gfx1030']);
    expect(error.code).toBe('UNKNOWN_ID');
    expect(error.message).toBe('Unknown gfx id "gfx9999"; known: gfx1030, gfx950');
    expect(error.details).toEqual({ kind: 'gfx id', value: 'gfx9999', known: ['gfx1030', 'gfx950'] });
  });

  it('keeps hostile text on one short line', () => {
    const { message } = unknownIdError('pragma', `x\n${'y'.repeat(1000)}`, []);
    expect(message).not.toContain('\n');
    expect(message.length).toBeLessThan(130);
  });
});
