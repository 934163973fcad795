import type { Description } from './describe.js';

const EMPTY: Description = [['Selection', 'Click an event, or drag to measure a range.']];

/** Writes the selection below the timeline, as text. */
export function showSelection(description: Description | null): void {
  const list = document.getElementById('timeline-selection');
  if (list === null) return;
  const groups = (description ?? EMPTY).map(([label, text]) => {
    const group = document.createElement('div');
    const term = document.createElement('dt');
    const value = document.createElement('dd');
    term.textContent = label;
    value.textContent = text;
    group.append(term, value);
    return group;
  });
  list.replaceChildren(...groups);
}
