import type { WindowView } from './window-view.js';

/** Keys of a focused timeline. */
export function followKeys(view: WindowView): void {
  view.canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = actionOf(event, view);
    if (act === null) return;
    event.preventDefault();
    act();
  });
}

function actionOf({ key, shiftKey }: KeyboardEvent, view: WindowView): (() => void) | null {
  if (key === 'ArrowLeft') return () => (shiftKey ? view.pan(-0.25) : view.step(-1));
  if (key === 'ArrowRight') return () => (shiftKey ? view.pan(0.25) : view.step(1));
  if (key === 'ArrowUp') return () => view.changeLane(-1);
  if (key === 'ArrowDown') return () => view.changeLane(1);
  if (key === '+' || key === '=') return () => view.zoom(0.5);
  if (key === '-' || key === '_') return () => view.zoom(2);
  if (key === '0') return () => view.show(0, view.wall);
  if (key === 'Enter') return () => view.zoomToSelection();
  if (key === 'Escape') return () => view.choose(null);
  return null;
}
