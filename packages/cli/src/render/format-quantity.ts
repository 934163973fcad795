import {
  ABSENT,
  formatBytes,
  formatDuration,
  formatPercent,
  formatPlain,
  formatRate,
  NO_BREAK_SPACE,
} from './format-number.js';

const BY_UNIT: Readonly<Record<string, (value: number) => string>> = {
  ns: formatDuration,
  us: (value) => formatDuration(value * 1e3),
  ms: (value) => formatDuration(value * 1e6),
  s: (value) => formatDuration(value * 1e9),
  percent: formatPercent,
  pct: formatPercent,
  bytes: formatBytes,
  fraction: (value) => formatPercent(100 * value),
  ratio: (value) => `${formatPlain(value)} times`,
  count: formatPlain,
  'GB/s': formatRate,
};

/** A value with the unit that the report names beside it (`ns`, `percent`, `GB/s`, ...); unknown units follow as they are. */
export function formatQuantity(value: number | string | boolean | null, unit: string): string {
  if (value === null) return ABSENT;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  const format = Object.hasOwn(BY_UNIT, unit) ? BY_UNIT[unit] : undefined;
  if (format !== undefined) return format(value);
  const number = formatPlain(value);
  return unit === '' ? number : `${number}${NO_BREAK_SPACE}${unit}`;
}
