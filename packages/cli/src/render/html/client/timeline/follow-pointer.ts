import type { WindowView } from './window-view.js';

const DRAG_FROM_PX = 4;

/**
 * Pointer: Ctrl or ⌘ and wheel zoom, Shift and wheel or drag pan, drag measures, click chooses, double click zooms to
 * the choice, two fingers pinch. A bare wheel scrolls the page.
 */
export function followPointer(view: WindowView): void {
  const { canvas } = view;
  const shareAt = (clientX: number): number => {
    const box = canvas.getBoundingClientRect();
    return Math.min(1, Math.max(0, (clientX - box.left) / Math.max(1, box.width)));
  };
  const timeAt = (share: number): number => view.view.from + share * (view.view.until - view.view.from);
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        view.zoom(2 ** (Math.max(-100, Math.min(100, event.deltaY)) / 200), shareAt(event.clientX));
      } else if (event.shiftKey) {
        event.preventDefault();
        view.pan((event.deltaY || event.deltaX) / Math.max(1, canvas.clientWidth));
      }
    },
    { passive: false },
  );
  const touches = new Map<number, number>();
  let start: { x: number; time: number; isPan: boolean } | null = null;
  let isDragged = false;
  canvas.addEventListener('pointerdown', (event) => {
    touches.set(event.pointerId, event.clientX);
    isDragged = false;
    start = touches.size > 1 ? null : { x: event.clientX, time: timeAt(shareAt(event.clientX)), isPan: event.shiftKey };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = touches.get(event.pointerId);
    if (before === undefined) return;
    if (touches.size === 2) pinch(view, touches, event, shareAt);
    touches.set(event.pointerId, event.clientX);
    if (start === null) return;
    if (!isDragged && Math.abs(event.clientX - start.x) < DRAG_FROM_PX) return;
    isDragged = true;
    if (start.isPan) view.pan((before - event.clientX) / Math.max(1, canvas.clientWidth));
    else view.measure(start.time, timeAt(shareAt(event.clientX)));
  });
  const end = (event: PointerEvent): void => {
    touches.delete(event.pointerId);
    if (start !== null && !isDragged && event.type === 'pointerup') {
      const box = canvas.getBoundingClientRect();
      view.chooseAt(shareAt(event.clientX), event.clientY - box.top);
    }
    start = null;
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('dblclick', () => view.zoomToSelection());
}

/** Two fingers: what lay under them stays under them. */
function pinch(
  view: WindowView,
  touches: ReadonlyMap<number, number>,
  event: PointerEvent,
  shareAt: (clientX: number) => number,
): void {
  const before = [...touches.values()];
  const after = [...touches].map(([id, x]) => (id === event.pointerId ? event.clientX : x));
  const [a = 0, b = 0] = before;
  const [c = 0, d = 0] = after;
  if (Math.abs(d - c) < 1 || Math.abs(b - a) < 1) return;
  view.zoom(Math.abs(b - a) / Math.abs(d - c), shareAt((c + d) / 2));
}
