/**
 * Outline of columns as an SVG path, `height` high: a column is as high as its share is busy, at least `least` where it
 * is busy at all. Columns of equal height are one step.
 */
export function coveragePath(columns: Float64Array, columnNs: number, height: number, least = 2): string {
  const steps: string[] = [];
  let level = height;
  for (let column = 0; column < columns.length; column++) {
    const share = Math.min(1, (columns[column] ?? 0) / columnNs);
    const y = share === 0 ? height : Math.round(height - Math.max(least, height * share));
    if (y === level) continue;
    steps.push(`H${String(column)}V${String(y)}`);
    level = y;
  }
  if (steps.length === 0) return '';
  return `M0 ${String(height)}${steps.join('')}H${String(columns.length)}V${String(height)}Z`;
}
