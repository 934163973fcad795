import type { Report } from '../src/index.js';

const PARTS = ['compute_ns', 'copy_exposed_ns', 'api_exposed_ns', 'idle_other_ns'] as const;

/** What every report keeps, whatever the trace holds: broken laws as text, none for a good report. */
export function brokenLaws(report: Report): string[] {
  return [...partition(report), ...shares(report), ...hotspots(report), ...recommendations(report), ...notices(report)];
}

function partition(report: Report): string[] {
  const breakdown = report.execution_breakdown;
  if (breakdown === null) return [];
  return [breakdown, ...breakdown.devices].flatMap((part, index) => {
    const sum = PARTS.reduce((total, key) => total + part[key], 0);
    const broken: string[] = [];
    if (sum !== part.wall_ns) broken.push(`partition ${index}: ${sum} is not the wall ${part.wall_ns}`);
    if (part.gpu_busy_ns !== part.compute_ns + part.copy_exposed_ns) broken.push(`partition ${index}: busy`);
    if (part.communication_exposed_ns > part.compute_ns) broken.push(`partition ${index}: communication`);
    if (part.api_exposed_wait_ns > part.api_exposed_ns) broken.push(`partition ${index}: waiting`);
    if (part.concurrency !== null && part.compute_ns > 0 && part.concurrency < 1 - 1e-9)
      broken.push(`partition ${index}: concurrency ${part.concurrency}`);
    return broken;
  });
}

/** Every `_pct` is 0..100 and every `_frac` and `_rate` 0..1, apart from figures that may pass their peak. */
function shares(report: Report): string[] {
  const broken: string[] = [];
  const visit = (value: unknown, at: string): void => {
    if (typeof value === 'object' && value !== null)
      for (const [key, child] of Object.entries(value)) visit(child, `${at}.${key}`);
    if (typeof value !== 'number') return;
    if (!Number.isFinite(value)) broken.push(`${at} is ${value}`);
    if (/efficiency_pct$|pct_of_total_time$/.test(at)) return;
    // Changes have either sign and no end.
    if (/(delta|low|high|threshold)_pct$/.test(at)) return;
    if (/(_pct|percent|percent_of_total|pct_of_\w+)$/.test(at) && (value < 0 || value > 100 + 1e-7))
      broken.push(`${at} = ${value}`);
    if (/(_frac|_rate)$/.test(at) && (value < 0 || value > 1 + 1e-9)) broken.push(`${at} = ${value}`);
  };
  visit(report, '$');
  return broken;
}

function hotspots(report: Report): string[] {
  const order = report.hotspots.map((row) => row.total_duration);
  const broken = order.some((value, index) => index > 0 && value > (order[index - 1] ?? 0)) ? ['hotspot order'] : [];
  for (const row of report.hotspots) {
    const { min_duration: min, median_duration: median, p95_duration: p95, max_duration: max } = row;
    if (!(min <= median && median <= p95 && p95 <= max)) broken.push(`${row.name}: ${min} ${median} ${p95} ${max}`);
    if (!(min <= row.avg_duration + 1e-6 && row.avg_duration <= max + 1e-6)) broken.push(`${row.name}: mean`);
    if (row.exclusive_ns > row.total_duration) broken.push(`${row.name}: exclusive`);
  }
  return broken;
}

function recommendations(report: Report): string[] {
  const ids = report.recommendations.map((entry) => entry.id);
  const broken = new Set(ids).size === ids.length ? [] : ['recommendation ids repeat'];
  const wall = report.execution_breakdown?.wall_ns ?? 0;
  for (const entry of report.recommendations) {
    if (entry.evidence.length === 0) broken.push(`${entry.id}: no evidence`);
    if ((entry.recoverable_ns ?? 0) > wall) broken.push(`${entry.id}: promises more than the window`);
  }
  return broken;
}

function notices(report: Report): string[] {
  if (report.diagnostics.length !== report.warnings.length) return ['warnings and diagnostics differ in number'];
  return report.diagnostics.flatMap((entry, index) =>
    report.warnings[index]?.startsWith(`${entry.code}: `) === true ? [] : [`warning ${index} is not ${entry.code}`],
  );
}
