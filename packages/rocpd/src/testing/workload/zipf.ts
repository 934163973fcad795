import type { Random } from '../random.js';

/**
 * Makes a function that picks 0 .. count-1 with the frequencies of Zipf's law: index k has weight 1 / (k + 1)^exponent.
 * That is how kernel names of real programs are spread: few names make up most launches.
 */
export function createZipfPicker(count: number, exponent: number): (random: Random) => number {
  const cumulative = new Float64Array(count);
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    total += 1 / (index + 1) ** exponent;
    cumulative[index] = total;
  }
  return (random) => {
    const target = random.next() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulative[middle] ?? total) > target) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
