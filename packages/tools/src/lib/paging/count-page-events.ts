import type { ProcessColumns } from '@perfxpert/rocpd';

/** Page faults and page migrations of one process. */
export interface PageEvents {
  readonly faults: number;
  readonly migrations: number;
  /** Summed duration of the migrations that have one. */
  readonly migrationNs: number;
}

interface PageCategory {
  readonly kind: 'fault' | 'migration';
  readonly isWhole: boolean;
}

/** Categories of the kernel driver's events: whole ones, and the single events that begin and end them. */
const CATEGORIES: Readonly<Record<string, PageCategory>> = {
  KFD_PAGE_FAULT: { kind: 'fault', isWhole: true },
  KFD_EVENT_PAGE_FAULT: { kind: 'fault', isWhole: false },
  KFD_PAGE_MIGRATE: { kind: 'migration', isWhole: true },
  KFD_EVENT_PAGE_MIGRATE: { kind: 'migration', isWhole: false },
  rocm_page_migration: { kind: 'migration', isWhole: true },
};

/**
 * Counts page events; null where none was recorded, which says nothing about whether there were any. Where whole events
 * were recorded, the single ones that begin and end them are not counted again; of these alone, those that begin one.
 *
 * Categories: rocprofiler-sdk, KFD buffer tracing (`ROCPROFILER_BUFFER_TRACING_KFD_*`); rocprofiler-systems.
 */
export function countPageEvents({ regions, samples }: ProcessColumns): PageEvents | null {
  const wanted = regions.categories.map(pageCategory);
  const whole = { fault: 0, migration: 0 };
  const begun = { fault: 0, migration: 0 };
  let migrationNs = 0;
  if (wanted.some((entry) => entry !== null)) {
    const ends = regions.names.map((name) => /_END(_|$)/.test(name));
    for (let row = 0; row < regions.count; row++) {
      const entry = wanted[regions.category[row] ?? 0];
      if (entry === null || entry === undefined) continue;
      if (entry.isWhole) {
        whole[entry.kind] += 1;
        if (entry.kind === 'migration') migrationNs += (regions.endNs[row] ?? 0) - (regions.startNs[row] ?? 0);
      } else if (ends[regions.name[row] ?? 0] !== true) begun[entry.kind] += 1;
    }
  }
  for (const [category, count] of samples.countByCategory) {
    const entry = pageCategory(category);
    if (entry !== null) (entry.isWhole ? whole : begun)[entry.kind] += count;
  }
  const faults = whole.fault > 0 ? whole.fault : begun.fault;
  const migrations = whole.migration > 0 ? whole.migration : begun.migration;
  return faults + migrations === 0 ? null : { faults, migrations, migrationNs };
}

function pageCategory(category: string): PageCategory | null {
  return Object.hasOwn(CATEGORIES, category) ? (CATEGORIES[category] ?? null) : null;
}
