import type { Hotspot } from '../../schemas/hotspot.js';
import type { TraceFacts } from '../facts/trace-facts.js';
import type { SourceScan } from './scan-source.js';

/** Facts whose hotspots say where they are defined and launched; an empty list where the sources have no such kernel. */
export function withSourceLocations(facts: TraceFacts, { locate }: Pick<SourceScan, 'locate'>): TraceFacts {
  const located = (hotspots: readonly Hotspot[]) =>
    hotspots.map((hotspot) => ({ ...hotspot, source_locations: locate(hotspot.name) }));
  return { ...facts, hotspots: located(facts.hotspots), listedHotspots: located(facts.listedHotspots) };
}
