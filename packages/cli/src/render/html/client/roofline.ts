import { decadeLabel } from '../charts/log-scale.js';

const SVG = 'http://www.w3.org/2000/svg';
const MOST_ZOOM = 8;

interface Range {
  low: number;
  high: number;
}

/** Zoom and pan of the rooflines; ticks follow. Ctrl or ⌘ and the wheel zoom; a bare wheel scrolls the page. */
export function startRooflines(): void {
  for (const plot of document.querySelectorAll<SVGSVGElement>('svg[data-roofline]')) new RooflinePlot(plot);
}

class RooflinePlot {
  private readonly fullX: Range;
  private readonly fullY: Range;
  private x: Range;
  private y: Range;
  private readonly area: { left: number; top: number; width: number; height: number };

  constructor(private readonly plot: SVGSVGElement) {
    this.fullX = pair(plot.dataset['x']);
    this.fullY = pair(plot.dataset['y']);
    this.x = { ...this.fullX };
    this.y = { ...this.fullY };
    const [left = 0, top = 0, width = 1, height = 1] = (plot.dataset['area'] ?? '').split(',').map(Number);
    this.area = { left, top, width, height };
    plot.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.drag();
    const buttons = plot.closest('.roofline')?.querySelectorAll<HTMLElement>('[data-roof-zoom]') ?? [];
    for (const button of buttons) button.addEventListener('click', () => this.press(button.dataset['roofZoom'] ?? ''));
  }

  private press(which: string): void {
    if (which === 'fit') {
      this.x = { ...this.fullX };
      this.y = { ...this.fullY };
      this.draw();
    } else this.zoom(which === 'in' ? 0.7 : 1 / 0.7, 0.5, 0.5);
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { x, y } = this.within(event);
    this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, x, y);
  }

  /** Position of the pointer as shares of the drawing, from its lower left corner. */
  private within(event: MouseEvent): { x: number; y: number } {
    const box = this.plot.getBoundingClientRect();
    const scale = this.plot.viewBox.baseVal.width / box.width;
    const x = ((event.clientX - box.left) * scale - this.area.left) / this.area.width;
    const y = 1 - ((event.clientY - box.top) * scale - this.area.top) / this.area.height;
    return { x, y };
  }

  private zoom(factor: number, atX: number, atY: number): void {
    this.x = zoomed(this.x, this.fullX, factor, atX);
    this.y = zoomed(this.y, this.fullY, factor, atY);
    this.draw();
  }

  private drag(): void {
    let from: { x: number; y: number } | null = null;
    let isMoved = false;
    this.plot.addEventListener('pointerdown', (event) => {
      from = this.within(event);
      isMoved = false;
    });
    addEventListener('pointermove', (event) => {
      if (from === null) return;
      const to = this.within(event);
      const [dx, dy] = [to.x - from.x, to.y - from.y];
      if (Math.abs(dx) + Math.abs(dy) < 0.01 && !isMoved) return;
      isMoved = true;
      this.x = moved(this.x, this.fullX, -dx);
      this.y = moved(this.y, this.fullY, -dy);
      from = to;
      this.draw();
    });
    addEventListener('pointerup', () => {
      from = null;
    });
    // A drag that ends on a dot is no click on it.
    this.plot.addEventListener('click', (event) => {
      if (isMoved) event.preventDefault();
    });
    this.plot.addEventListener('dragstart', (event) => event.preventDefault());
  }

  private px(logX: number): number {
    return (this.area.width * (logX - this.x.low)) / (this.x.high - this.x.low);
  }

  private py(logY: number): number {
    return this.area.height * (1 - (logY - this.y.low) / (this.y.high - this.y.low));
  }

  private draw(): void {
    for (const circle of this.plot.querySelectorAll<SVGElement>('[data-at]')) {
      const { low: x, high: y } = pair(circle.dataset['at']);
      circle.setAttribute('cx', String(this.px(x) + Number(circle.dataset['shift'] ?? 0)));
      circle.setAttribute('cy', String(this.py(y)));
    }
    const labels = [...this.plot.querySelectorAll('[data-labels] text')];
    for (const line of this.plot.querySelectorAll('[data-labels] line')) line.remove();
    for (const [index, circle] of [...this.plot.querySelectorAll('[data-at]')].entries()) {
      labels[index]?.setAttribute('x', circle.getAttribute('cx') ?? '0');
      labels[index]?.setAttribute(
        'y',
        String(Number(circle.getAttribute('cy')) + Number(circle.getAttribute('r')) + 13),
      );
    }
    for (const line of this.plot.querySelectorAll<SVGElement>('[data-ends]')) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = (line.dataset['ends'] ?? '').split(',').map(Number);
      const [ax, ay, bx, by] = [this.px(x1), this.py(y1), this.px(x2), this.py(y2)];
      line.setAttribute('x1', String(ax));
      line.setAttribute('y1', String(ay));
      line.setAttribute('x2', String(bx));
      line.setAttribute('y2', String(by));
      const label = line.nextElementSibling;
      if (label === null) continue;
      const isFlat = y1 === y2;
      const at = isFlat
        ? this.area.width - 6
        : Math.min(Math.max(ax, 0), this.area.width) * 0.58 + Math.min(bx, this.area.width) * 0.42;
      const height = isFlat ? ay : ay + ((by - ay) * (at - ax)) / (bx - ax);
      label.setAttribute('x', String(at));
      label.setAttribute('y', String(height - 5));
      if (!isFlat) {
        const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
        label.setAttribute('transform', `rotate(${String(angle)} ${String(at)} ${String(height)})`);
      }
    }
    this.drawTicks();
  }

  private drawTicks(): void {
    const group = this.plot.querySelector('[data-ticks]');
    if (group === null) return;
    const { left, top, width, height } = this.area;
    const marks: Element[] = [];
    for (let exponent = Math.ceil(this.x.low); exponent <= this.x.high; exponent++) {
      const at = left + this.px(exponent);
      marks.push(element('line', { class: 'rule', x1: at, x2: at, y1: top, y2: top + height }));
      marks.push(label(decadeLabel(exponent), { x: at, y: top + height + 15, 'text-anchor': 'middle' }));
    }
    for (let exponent = Math.ceil(this.y.low); exponent <= this.y.high; exponent++) {
      const at = top + this.py(exponent);
      marks.push(element('line', { class: 'rule', x1: left, x2: left + width, y1: at, y2: at }));
      marks.push(label(decadeLabel(exponent), { x: left - 7, y: at + 4, 'text-anchor': 'end' }));
    }
    group.replaceChildren(...marks);
  }
}

function pair(text: string | undefined): Range {
  const [low = 0, high = 1] = (text ?? '').split(',').map(Number);
  return { low, high };
}

function zoomed(range: Range, full: Range, factor: number, at: number): Range {
  const whole = full.high - full.low;
  const length = Math.min(whole, Math.max(whole / MOST_ZOOM, (range.high - range.low) * factor));
  const middle = range.low + (range.high - range.low) * at;
  return moved({ low: middle - length * at, high: middle + length * (1 - at) }, full, 0);
}

/** Moves a range by a share of its length, within the whole. */
function moved(range: Range, full: Range, share: number): Range {
  const length = range.high - range.low;
  const low = Math.min(Math.max(full.low, range.low + share * length), full.high - length);
  return { low, high: low + length };
}

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

function label(text: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = element('text', { class: 'axis', ...attributes });
  made.textContent = text;
  return made;
}
