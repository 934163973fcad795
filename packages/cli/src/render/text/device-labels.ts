/**
 * Short headings for devices: of labels such as `GPU 3, rank 3` the first part, or the second, that tells all of them
 * apart; else the labels as they are.
 */
export function shortDeviceLabels(labels: readonly string[]): readonly string[] {
  for (const part of [0, 1]) {
    const short = labels.map((label) => label.split(', ')[part] ?? label);
    if (new Set(short).size === labels.length) return short;
  }
  return labels;
}
