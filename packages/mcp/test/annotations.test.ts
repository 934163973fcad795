import { describe, expect, it } from '@jest/globals';
import { toolAnnotations } from '../src/index.js';

describe('toolAnnotations', () => {
  it('marks a read-only tool as harmless and closed to the world', () => {
    expect(toolAnnotations('read_only')).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  });

  it('says when a run may call a service', () => {
    expect(toolAnnotations('read_only', true)?.openWorldHint).toBe(true);
  });

  it.each(['state', 'execution'] as const)('keeps %s tools off the wire', (toolClass) => {
    expect(toolAnnotations(toolClass)).toBeNull();
  });
});
