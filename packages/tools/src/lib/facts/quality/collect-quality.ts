import type { ProcessColumns, SampleSummary } from '@perfxpert/rocpd';
import { apiFamilyOf, classifyRegions } from '../api-region.js';
import type { RegionClasses } from '../api-region.js';
import { isKnownSize } from '../copies/collect-copies.js';
import { indexCalls } from '../index-calls.js';
import type { StackIndex } from '../stack-index.js';
import { estimateLoss } from './estimate-loss.js';
import { sweepLaunches } from './sweep-launches.js';
import { linkLaunches } from './link-launches.js';
import { isMarkerCategory } from '../marker-category.js';
import type { ProcessStage } from '../process-stage.js';
import type { QualityPart } from './quality-part.js';

/** Share of launched dispatches that must start before their launch call to speak of clocks that disagree. */
const EARLY_FRAC = 0.01;

/**
 * Counts what a process holds and what is odd about it. Linear in its rows.
 *
 * @param classes of the regions, for callers that have them already.
 * @param callsOf index of the calls by correlation id, likewise.
 */
export function collectQuality(
  { columns, window }: ProcessStage,
  classes = classifyRegions(columns.regions),
  callsOf = (): StackIndex => indexCalls(columns.regions, classes),
): QualityPart {
  const { markers, zeroLengthMarkers } = countMarkers(columns, classes);
  const { dispatches, copies, regions, samples, process } = columns;
  return {
    apiCalls: classes.apiCount,
    markers,
    zeroLengthMarkers,
    closedMarkers: regions.closedMarkers,
    otherRegions: regions.count - classes.apiCount - markers,
    samples: samples.count,
    nullTimes: dispatches.dropped.nullTimes + copies.dropped.nullTimes + regions.dropped.nullTimes,
    negativeDurations:
      dispatches.dropped.negativeDurations + copies.dropped.negativeDurations + regions.dropped.negativeDurations,
    zeroLengthApiCalls: countApiSamples(samples),
    badExtdata: process.badExtdataCount,
    badValues: [...columns.badValues],
    unnamedRegions: countUnnamed(columns),
    ...dispatchQuality(columns),
    ...copyQuality(columns),
    ...linkQuality(columns, classes, window?.endNs ?? null, callsOf),
  };
}

function dispatchQuality({ dispatches, kernels }: ProcessColumns) {
  const { count, startNs, endNs, kernel, shape, shapes } = dispatches;
  const isUnnamed = Uint8Array.from(kernels, ({ isNamed }) => (isNamed ? 0 : 1));
  const hasNoGrid = Uint8Array.from(shapes, ({ grid }) => (grid === null ? 1 : 0));
  let totalKernelNs = 0;
  let zeroDurationDispatches = 0;
  let unnamedKernels = 0;
  let dispatchesWithoutGrid = 0;
  for (let row = 0; row < count; row++) {
    const durationNs = (endNs[row] ?? 0) - (startNs[row] ?? 0);
    totalKernelNs += durationNs;
    if (durationNs === 0) zeroDurationDispatches++;
    unnamedKernels += isUnnamed[kernel[row] ?? 0] ?? 0;
    dispatchesWithoutGrid += hasNoGrid[shape[row] ?? 0] ?? 0;
  }
  return { dispatches: count, totalKernelNs, zeroDurationDispatches, unnamedKernels, dispatchesWithoutGrid };
}

function copyQuality({ copies, process }: ProcessColumns) {
  const isGpu = process.agents.map(({ type }) => type === 'GPU');
  let unknownSizeCopies = 0;
  let zeroDurationCopies = 0;
  let hostCopies = 0;
  for (let row = 0; row < copies.count; row++) {
    if (!isKnownSize(copies.sizeBytes[row] ?? 0)) unknownSizeCopies++;
    if (copies.endNs[row] === copies.startNs[row]) zeroDurationCopies++;
    if (!isGpu[copies.sourceAgent[row] ?? 0xffff] && !isGpu[copies.destinationAgent[row] ?? 0xffff]) hostCopies++;
  }
  return { copies: copies.count, unknownSizeCopies, zeroDurationCopies, hostCopies };
}

function linkQuality(
  columns: ProcessColumns,
  classes: RegionClasses,
  gpuEndNs: number | null,
  callsOf: () => StackIndex,
) {
  const links = linkLaunches(columns, classes, callsOf());
  const sweep = sweepLaunches(columns, classes, links);
  const loss = estimateLoss(columns, links, sweep, gpuEndNs);
  const { dispatches } = columns;
  const hasLinks = dispatches.count === 0 || links.dispatchesWithId > 0;
  const isEarly = links.earlyDispatches > 0 && links.earlyDispatches >= EARLY_FRAC * links.launchedDispatches;
  return {
    launchCalls: sweep.launchCalls,
    launchesWithoutDispatch: hasLinks ? sweep.launchesWithoutDispatch : null,
    dispatchesWithoutLaunch: hasLinks ? dispatches.count - links.linkedDispatches : null,
    capturedLaunches: sweep.capturedLaunches,
    copyLaunches: sweep.copyLaunches,
    cutLaunches: loss.cut,
    expectedDispatches: loss.expected,
    missingDispatches: loss.missing,
    isLossy: loss.isLossy,
    launchedDispatches: links.launchedDispatches,
    earlyDispatches: links.earlyDispatches,
    clockOffsetNs: isEarly ? links.leastLatencyNs : null,
  };
}

function countMarkers({ regions }: ProcessColumns, { otherRows }: RegionClasses) {
  const isMarker = Uint8Array.from(regions.categories, (category) => (isMarkerCategory(category) ? 1 : 0));
  let markers = 0;
  let zeroLengthMarkers = 0;
  for (const row of otherRows) {
    if (isMarker[regions.category[row] ?? 0] !== 1) continue;
    markers++;
    if (regions.endNs[row] === regions.startNs[row]) zeroLengthMarkers++;
  }
  return { markers, zeroLengthMarkers };
}

/** Rows that the reader gave a placeholder for their name. */
function countUnnamed({ regions }: ProcessColumns): number {
  const isUnnamed = Uint8Array.from(regions.names, (name) => (/^unnamed region( \d+)?$/.test(name) ? 1 : 0));
  if (!isUnnamed.includes(1)) return 0;
  let count = 0;
  for (let row = 0; row < regions.count; row++) count += isUnnamed[regions.name[row] ?? 0] ?? 0;
  return count;
}

/** A call whose start equals its end is stored as a sample; its category is all that is left of it. */
function countApiSamples({ countByCategory }: SampleSummary): number {
  let total = 0;
  for (const [category, count] of countByCategory) if (apiFamilyOf(category, 'hip') !== null) total += count;
  return total;
}
