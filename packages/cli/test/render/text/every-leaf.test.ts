import { describe, expect, it } from '@jest/globals';
import type { Report } from '@perfxpert/agents';
import { renderText } from '../../../src/render/text/render-text.js';
import { fullReport } from '../../fixtures/full-report.js';
import { LEFT_TO_JSON } from '../../fixtures/left-to-json.js';
import { OTHER_CHOICE } from '../../fixtures/other-choice.js';
import { leavesOf, withOtherValue } from '../../fixtures/report-leaves.js';

const render = (report: Report) => renderText(report, { width: 100, isUnicode: true, isColored: false });

/** Places of the report whose value changes the text, whichever of the equal places does. */
function shownPlaces(): { shown: Set<string>; all: Set<string> } {
  const before = render(fullReport());
  const leaves = leavesOf(fullReport()).filter(({ value }) => value !== null);
  const shown = new Set<string>();
  for (const leaf of leaves)
    if (!shown.has(leaf.place) && render(withOtherValue(fullReport(), leaf, OTHER_CHOICE)) !== before)
      shown.add(leaf.place);
  return { shown, all: new Set(leaves.map(({ place }) => place)) };
}

describe('text report', () => {
  const { shown, all } = shownPlaces();

  it('shows every leaf of the report that it does not leave to JSON', () => {
    expect([...all].filter((place) => !shown.has(place) && !Object.hasOwn(LEFT_TO_JSON, place))).toEqual([]);
  });

  it('leaves to JSON nothing that it shows', () => {
    expect(Object.keys(LEFT_TO_JSON).filter((place) => shown.has(place))).toEqual([]);
  });

  it('lists only leaves that exist', () => {
    expect(Object.keys(LEFT_TO_JSON).filter((place) => !all.has(place))).toEqual([]);
  });
});
