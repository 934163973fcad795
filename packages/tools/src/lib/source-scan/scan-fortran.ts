import type { FileFindings, KernelSite, LaunchType, PatternSite } from './file-findings.js';
import type { SourcePatternId } from './source-patterns.js';
import { targetRegionOf } from './target-region.js';

const CALLS: readonly (readonly [RegExp, SourcePatternId])[] = [
  [/\b(hip|cuda)memcpy(2d|3d)?\s*\(/g, 'memcpy_sync'],
  [/\b(hip|cuda)(devicesynchronize|streamsynchronize)\s*\(/g, 'device_sync'],
  [/\b(hip|cuda)mallocmanaged\s*\(/g, 'managed_memory'],
];
const ALLOCATION = /\b(hip|cuda)(malloc|free)\s*\(/;
const STREAMS = /\b(hip|cuda)(memcpy\w*async|streamcreate\w*)\s*\(/;
const MARKER = /\broctx(rangepush|rangepop|mark)a?\s*\(/g;
const PROGRAM_UNIT =
  /^(?:(?:pure|elemental|recursive|impure|module|attributes\s*\(\w+\)|integer|real|logical|double precision|type\s*\(\w+\))(?:\s*\([^)]*\))?\s+)*(?:subroutine|function|program)\s+(\w+)/;

/** Regions, launches and patterns of Fortran text: OpenMP and OpenACC offload, `do concurrent`, hipfort, CUDA Fortran. */
export function scanFortran(text: string, isFixedForm: boolean): FileFindings {
  const definitions: KernelSite[] = [];
  const launches: KernelSite[] = [];
  const patterns: PatternSite[] = [];
  const models = new Set<string>();
  const loops: (string | null)[] = [];
  let unit = '';
  let markerCount = 0;
  let usesStreams = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1;
    const statement = statementOf(raw, isFixedForm);
    const region = statement.isDirective ? targetRegionOf(statement.text) : null;
    const add = (name: string, launchType: LaunchType) => {
      launches.push({ name, line, launchType, isInLoop: loops.length > 0, isDefaultStream: false });
    };
    if (statement.isDirective) {
      if (region === null) continue;
      models.add(region === 'OMP_TARGET_REGION' ? 'OpenMP' : 'OpenACC');
      add(unit, region);
      continue;
    }
    const { label, text: code } = statement;
    if (code === '') continue;
    const named = PROGRAM_UNIT.exec(code)?.[1];
    if (named !== undefined && !code.startsWith('end')) {
      unit = named;
      if (/attributes\s*\(\s*global\s*\)/.test(code)) {
        definitions.push({
          name: named,
          line,
          launchType: 'GLOBAL_KERNEL_DEF',
          isInLoop: false,
          isDefaultStream: false,
        });
        models.add('CUDA');
      }
    }
    if (/^use\s*(,\s*intrinsic\s*::\s*)?hipfort/.test(code)) models.add('HIP');
    if (/^use\s+cudafor\b/.test(code)) models.add('CUDA');
    if (/^(\w+\s*:\s*)?do\s+concurrent\b/.test(code)) {
      add(unit, 'DO_CONCURRENT');
      models.add('Fortran do concurrent');
    }
    const launched = /^call\s+(\w+)\s*<<</.exec(code)?.[1];
    if (launched !== undefined) add(launched, 'TRIPLE_ANGLE_LAUNCH');
    const isInLoop = loops.length > 0;
    for (const [pattern, id] of CALLS)
      patterns.push(...[...code.matchAll(pattern)].map(() => ({ pattern: id, line, isInLoop })));
    if (isInLoop && ALLOCATION.test(code)) patterns.push({ pattern: 'malloc_in_loop', line, isInLoop });
    if (STREAMS.test(code)) usesStreams = true;
    markerCount += [...code.matchAll(MARKER)].length;
    if (/^end\s*do\b/.test(code)) loops.pop();
    const loop = /^(?:\w+\s*:\s*)?do\b(?!\w)(?:\s+(\d+)\b)?/.exec(code);
    if (loop !== null && !/^do\w/.test(code) && !/^\w+\s*=/.test(code)) loops.push(loop[1] ?? null);
    if (label !== '') while (loops.length > 0 && loops.at(-1) === label) loops.pop();
  }
  return { definitions, launches, patterns, markerCount, usesStreams, models: [...models].sort() };
}

interface Statement {
  readonly isDirective: boolean;
  readonly label: string;
  /** Lower case, without strings and comments; of a directive what stands behind its sentinel, `omp` or `acc` included. */
  readonly text: string;
}

function statementOf(raw: string, isFixedForm: boolean): Statement {
  const lower = raw.slice(0, 10_000).toLowerCase();
  const directive = (isFixedForm ? /^[c*!]\$(omp|acc)[ 0](.*)$/ : /^\s*!\$(omp|acc)\s(.*)$/).exec(lower.trimEnd());
  if (directive !== null)
    return { isDirective: true, label: '', text: `${directive[1] ?? ''} ${withoutComment(directive[2] ?? '')}`.trim() };
  if (isFixedForm && /^[c*!d]/.test(lower)) return { isDirective: false, label: '', text: '' };
  const code = withoutComment(lower).replace(/\s+/g, ' ').trim();
  const label = /^(\d{1,5})\s+/.exec(code)?.[1] ?? '';
  return { isDirective: false, label, text: label === '' ? code : code.slice(label.length).trim() };
}

/** The line with empty strings, up to its comment. */
function withoutComment(line: string): string {
  let kept = '';
  let quote = '';
  for (const character of line) {
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '!') break;
    else if (character === "'" || character === '"') quote = character;
    else kept += character;
  }
  return kept;
}
