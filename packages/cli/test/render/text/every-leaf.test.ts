import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderText } from '../../../src/render/text/render-text.js';
import { fullReport } from '../../fixtures/full-report.js';
import { LEFT_TO_JSON } from '../../fixtures/left-to-json.js';
import { hiddenPlaces, shownBy } from '../../fixtures/report-leaves.js';

const render = (report: Report) => renderText(report, { width: 100, isUnicode: true, isColored: false });

describe('text report', () => {
  it('shows every leaf of the report, or leaves it to JSON for a reason', () => {
    expect(hiddenPlaces(shownBy(render, fullReport()))).toEqual(Object.keys(LEFT_TO_JSON).sort());
  });
});
