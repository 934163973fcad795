import { COPY_DIRECTIONS } from '../../terms/copy-directions.js';
import type { CopyDirection } from '../../terms/copy-directions.js';
import type { Recommendation } from '../../schemas/recommendation.js';

/** Which rows of a trace a finding rests on. */
export interface ProofSubject {
  /** Kernels by name. */
  readonly kernels: ReadonlySet<string>;
  /** Whether collectives (kernels of communication libraries) are meant, whatever their names. */
  readonly isCommunication: boolean;
  readonly direction: CopyDirection | null;
  /** Whether all copies are meant, because the direction is unknown. */
  readonly isAnyCopy: boolean;
  /** API calls by name. */
  readonly calls: ReadonlySet<string>;
  /** Whether the finding is about time in which the GPU runs nothing. */
  readonly isAboutGaps: boolean;
}

const GAP_RULES: ReadonlySet<string> = new Set(['gpu_idle', 'api_overhead', 'launch_overhead', 'launch_efficiency']);
const COPY_RULES: ReadonlySet<string> = new Set(['exposed_copies', 'memory_bandwidth']);

/** Reads off a finding what its rows are. */
export function proofSubject(finding: Recommendation): ProofSubject {
  const { name, target, kernels = [] } = finding;
  const direction = COPY_DIRECTIONS.find((known) => known === target) ?? null;
  const isGap = GAP_RULES.has(name);
  return {
    kernels: new Set(kernels),
    isCommunication: name === 'exposed_communication',
    direction,
    isAnyCopy: COPY_RULES.has(name) && direction === null,
    calls: new Set(isGap ? callsOf(finding) : []),
    isAboutGaps: isGap,
  };
}

/** Calls that the evidence names: `call`, `exposed_ns of <call>`, and the target. */
function callsOf({ target, evidence }: Recommendation): string[] {
  const named = evidence.flatMap(({ metric, value }) => {
    if (metric === 'call' && typeof value === 'string') return [value];
    return metric.startsWith(EXPOSED_OF) ? [metric.slice(EXPOSED_OF.length)] : [];
  });
  return [...named, ...(target === null ? [] : [target])];
}

/** Beginning of the metric of a call's exposed time. */
export const EXPOSED_OF = 'exposed_ns of ';
