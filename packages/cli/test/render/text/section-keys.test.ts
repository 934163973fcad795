import { describe, expect, it } from '@jest/globals';
import { SECTION_KEYS } from '../../../src/render/section-keys.js';
import { TEXT_SECTION_KEYS } from '../../../src/render/text/section-keys.js';
import { SECTIONS } from '../../../src/render/text/sections.js';
import { renderFooter } from '../../../src/render/text/sections/footer.js';
import { renderHeader } from '../../../src/render/text/sections/header.js';

describe('sections of the text report', () => {
  it('each belong to a key of --section, header and footer to none', () => {
    expect(SECTIONS.filter((render) => !TEXT_SECTION_KEYS.has(render))).toEqual([renderHeader, renderFooter]);
  });

  it('show every key but the timeline', () => {
    const shown = new Set(TEXT_SECTION_KEYS.values());
    expect(SECTION_KEYS.filter((key) => !shown.has(key))).toEqual(['timeline']);
  });
});
