import type { WindowView } from './window-view.js';

const EDGE_PX = 6;

/** The frame on the minimap: dragging moves it, its edges resize it, a click brings it there. */
export function followOverview(view: WindowView, map: Element | null): void {
  if (!(map instanceof SVGElement)) return;
  const timeAt = (event: PointerEvent): number => {
    const box = map.getBoundingClientRect();
    return Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width))) * view.wall;
  };
  let grip: { kind: 'move' | 'from' | 'until'; time: number } | null = null;
  map.addEventListener('pointerdown', (event) => {
    const time = timeAt(event);
    const slack = (EDGE_PX * view.wall) / Math.max(1, map.getBoundingClientRect().width);
    const { from, until } = view.view;
    if (Math.abs(time - from) < slack) grip = { kind: 'from', time };
    else if (Math.abs(time - until) < slack) grip = { kind: 'until', time };
    else {
      if (time < from || time > until) view.show(time - (until - from) / 2, time + (until - from) / 2);
      grip = { kind: 'move', time };
    }
    map.setPointerCapture(event.pointerId);
  });
  map.addEventListener('pointermove', (event) => {
    if (grip === null) return;
    const time = timeAt(event);
    const { from, until } = view.view;
    if (grip.kind === 'from') view.show(Math.min(time, until), until);
    else if (grip.kind === 'until') view.show(from, Math.max(time, from));
    else view.show(from + time - grip.time, until + time - grip.time);
    grip = { ...grip, time };
  });
  for (const type of ['pointerup', 'pointercancel'])
    map.addEventListener(type, () => {
      grip = null;
    });
}
