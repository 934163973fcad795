import { decodeTimeline } from './decode.js';
import { WindowView } from './window-view.js';

/** Makes the timelines of the page live. */
export function startTimeline(): void {
  const island = document.getElementById('timeline-data');
  const app = document.getElementById('timeline-app');
  if (island === null || app === null) return;
  const data = decodeTimeline(island.textContent ?? '');
  const views = [...app.querySelectorAll<HTMLElement>('figure[data-window]')].flatMap((figure) => {
    const window = data.windows[Number(figure.dataset['window'])];
    return window === undefined || window.wall === 0 ? [] : [new WindowView(figure, data, window)];
  });
  const [first] = views;
  if (first === undefined) return;
  // The buttons act on the window that was touched last.
  let active = first;
  for (const view of views)
    view.figure.addEventListener('pointerdown', () => {
      active = view;
    });
  for (const view of views)
    view.figure.addEventListener('focusin', () => {
      active = view;
    });
  for (const button of app.querySelectorAll<HTMLElement>('[data-zoom]'))
    button.addEventListener('click', () => active.press(button.dataset['zoom'] ?? ''));
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLElement>('[data-show-range],[data-show-kernel]')
        : null;
    if (link === null) return;
    const [from, until] = (link.dataset['showRange'] ?? '').split(',').map(Number);
    if (from !== undefined && until !== undefined) first.showRange(from, until);
    else views.find((view) => view.showLongest(link.dataset['showKernel'] ?? ''));
  });
}
