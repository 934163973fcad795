import { describe, expect, it } from '@jest/globals';
import { explainFlag, explainFlagTool } from '../../../src/catalog/compiler/explain-flag.js';
import { errorOf, expectOverTheWire } from '../../support/expect-tool.js';

describe('explainFlag', () => {
  it('explains a denied flag', () => {
    expect(explainFlag({ flag_name: '-Xlinker' })).toMatchObject({ allowlist: false, risk: 'high' });
  });

  it('finds a flag by what stands before its value', () => {
    expect(explainFlag({ flag_name: '--offload-arch=gfx942' }).flag).toBe('--offload-arch=');
  });

  it('refuses an unknown flag', () => {
    const error = errorOf(() => explainFlag({ flag_name: '-funknown' }));
    expect(error.code).toBe('UNKNOWN_ID');
    expect(error.message).toContain('-funknown');
    expect(error.details['known']).toContain('-O3');
  });

  it('answers the same over the wire', async () => {
    await expectOverTheWire(explainFlagTool, { flag_name: '-O3' }, explainFlag({ flag_name: '-O3' }));
  });
});
