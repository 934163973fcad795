import { Option } from 'commander';
import type { SectionKey } from '../render/section-keys.js';
import { SECTION_KEYS, sectionKeyOf } from '../render/section-keys.js';
import { UsageError } from '../usage-error.js';

/** `--section LIST`: which blocks of a report are drawn. */
export function sectionOption(): Option {
  return new Option('--section <list>', 'only these blocks, with commas between: hotspots,roofline').argParser(
    parseSections,
  );
}

function parseSections(value: string, previous: readonly SectionKey[] = []): SectionKey[] {
  const keys = value.split(',').map((name) => {
    const key = sectionKeyOf(name.trim());
    if (key === undefined) throw new UsageError(`--section ${value}: sections are ${SECTION_KEYS.join(', ')}`);
    return key;
  });
  return [...new Set([...previous, ...keys])];
}
