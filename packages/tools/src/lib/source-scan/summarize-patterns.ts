import type { CodePattern, DetectedPattern } from '../../schemas/tier0-findings.js';
import type { PatternSite } from './file-findings.js';
import { SOURCE_PATTERN_IDS, SOURCE_PATTERNS } from './source-patterns.js';
import type { PatternSeverity, SourcePatternId } from './source-patterns.js';

const MAX_LOCATIONS = 10;
const SEVERITIES: readonly PatternSeverity[] = ['high', 'medium', 'low', 'info'];

/** A pattern with the file it stands in. */
export interface PatternPlace extends PatternSite {
  readonly file: string;
}

/** Patterns by severity, then id. Places in loops raise the severity where the pattern says so. */
export function summarizePatterns(places: readonly PatternPlace[]): DetectedPattern[] {
  const summaries = SOURCE_PATTERN_IDS.flatMap((id) => {
    const own = places.filter(({ pattern }) => pattern === id);
    return own.length === 0 ? [] : [describePattern(id, own)];
  });
  return summaries.sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || (a.pattern_id < b.pattern_id ? -1 : 1),
  );
}

function describePattern(id: SourcePatternId, places: readonly PatternPlace[]): DetectedPattern {
  const { severity, severityInLoop, category, description } = SOURCE_PATTERNS[id];
  const inLoops = places.filter(({ isInLoop }) => isInLoop).length;
  return {
    pattern_id: id,
    severity: inLoops > 0 ? severityInLoop : severity,
    category,
    description,
    count: places.length,
    in_loop_count: inLoops,
    locations: places.slice(0, MAX_LOCATIONS).map(({ file, line }) => `${file}:${line}`),
  };
}

/** A sentence for each pattern of medium or high severity. */
export function riskAreas(patterns: readonly DetectedPattern[]): string[] {
  return patterns.filter(({ severity }) => severity === 'high' || severity === 'medium').map(issueOf);
}

/** Advice for each pattern that has any: MEDIUM for a severity of medium or high, else LOW. */
export function codePatterns(patterns: readonly DetectedPattern[]): CodePattern[] {
  return patterns.flatMap((pattern): CodePattern[] => {
    const advice = adviceOf(pattern.pattern_id);
    if (advice === null) return [];
    const isMatter = pattern.severity === 'high' || pattern.severity === 'medium';
    return [
      {
        priority: isMatter ? 'MEDIUM' : 'LOW',
        category: advice.category,
        pattern_id: pattern.pattern_id,
        issue: issueOf(pattern),
        suggestion: advice.suggestion,
      },
    ];
  });
}

/** Imperative title of a pattern's advice; '' for patterns without any. */
export function adviceTitle(patternId: string): string {
  return adviceOf(patternId)?.title ?? '';
}

function adviceOf(patternId: string) {
  const id = SOURCE_PATTERN_IDS.find((known) => known === patternId);
  return id === undefined ? null : SOURCE_PATTERNS[id].advice;
}

/** `The sources hold 4 blocking copies, 1 of them in a loop (copy.hip:12 first).` */
function issueOf(pattern: DetectedPattern): string {
  const id = SOURCE_PATTERN_IDS.find((known) => known === pattern.pattern_id);
  const [singular, plural] = id === undefined ? ['place', 'places'] : SOURCE_PATTERNS[id].nouns;
  const loops = pattern.in_loop_count;
  const mentionsLoop = /loop/.test(singular);
  const inLoops = loops === 0 || mentionsLoop ? '' : loops === pattern.count ? ' in loops' : `, ${loops} in loops`;
  const first = pattern.locations[0] ?? '';
  const where = pattern.count === 1 ? ` (${first})` : ` (first ${first})`;
  return `The sources hold ${pattern.count} ${pattern.count === 1 ? singular : plural}${inLoops}${where}.`;
}
