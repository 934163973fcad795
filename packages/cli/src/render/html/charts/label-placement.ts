/** What a label belongs to. */
export interface LabelAnchor {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly text: string;
}

/** Where a label stands; with a leader line where it is away from its dot. */
export interface PlacedLabel {
  readonly text: string;
  /** Middle of the base line. */
  readonly x: number;
  readonly y: number;
  readonly fromX: number;
  readonly fromY: number;
  readonly hasLeader: boolean;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const LINE = 12;
const LETTER = 7.2;
/** Directions tried, best first. */
const DIRECTIONS = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [0.8, 0.8],
  [-0.8, 0.8],
  [0.8, -0.8],
  [-0.8, -0.8],
] as const;

/** Places labels one after the other where they touch no dot and no earlier label; the last resort is the first place. */
export function placeLabels(
  anchors: readonly LabelAnchor[],
  area: { readonly width: number; readonly height: number },
): PlacedLabel[] {
  const dots = anchors.map(({ x, y, radius }): Box => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  const taken: Box[] = [];
  return anchors.map((anchor) => {
    const width = anchor.text.length * LETTER;
    for (const distance of [0, 10, 22, 36, 52])
      for (const [dx, dy] of DIRECTIONS) {
        const x = anchor.x + dx * (anchor.radius + distance + 4 + width / 2);
        const y = anchor.y + 4 + dy * (anchor.radius + distance + 9);
        const box = boxOf(x, y, width);
        const isInside = box.left >= 0 && box.right <= area.width && box.top >= 0 && box.bottom <= area.height;
        if (!isInside || [...dots, ...taken].some((other) => touches(box, other))) continue;
        taken.push(box);
        return { text: anchor.text, x, y, fromX: anchor.x, fromY: anchor.y, hasLeader: distance > 0 };
      }
    const y = anchor.y + anchor.radius + 13;
    taken.push(boxOf(anchor.x, y, width));
    return { text: anchor.text, x: anchor.x, y, fromX: anchor.x, fromY: anchor.y, hasLeader: false };
  });
}

function boxOf(x: number, y: number, width: number): Box {
  return { left: x - width / 2, right: x + width / 2, top: y - LINE + 2, bottom: y + 2 };
}

function touches(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
