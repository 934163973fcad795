/**
 * Sample standard deviation, sqrt(sum((x - mean)^2) / (n - 1)), in two passes, so that large means cost no digits.
 * Null for fewer than two values.
 */
export function sampleStandardDeviation(values: Float64Array): number | null {
  if (values.length < 2) return null;
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index] ?? 0;
  const mean = sum / values.length;
  let squares = 0;
  for (let index = 0; index < values.length; index++) {
    const difference = (values[index] ?? 0) - mean;
    squares += difference * difference;
  }
  return Math.sqrt(squares / (values.length - 1));
}
