import {
  arch,
  bottleneck,
  compiler,
  computeTechniques,
  interconnect,
  isPerfXpertError,
  latencyTechniques,
  memoryTechniques,
} from '@perfxpert/tools';
import type { AgentRole } from './agent-role.js';

/** Largest excerpts of one prompt, bytes. */
const MAX_BYTES = 60_000;
const BOTTLENECKS = ['compute', 'memory_transfer', 'latency', 'api_overhead'] as const;

type Section = readonly [title: string, read: (gfxId: string | null) => unknown];

const SPECS: Section = ['gpu_specs', (gfxId) => (gfxId === null ? null : arch.lookupPeaks({ gfx_id: gfxId }))];
const FLAGS: Section = ['compiler_flags', (gfxId) => (gfxId === null ? null : compiler.lookupFlags({ arch: gfxId }))];
const techniques = (catalog: typeof computeTechniques.catalog): Section => [
  'optimization_techniques',
  (gfxId) => (gfxId === null ? null : catalog({ gfx_id: gfxId })),
];
const LINKS: Section = [
  'interconnect',
  (gfxId) => (gfxId === null ? null : interconnect.lookupPeaks({ gfx_id: gfxId })),
];

/** What each agent is shown of the catalogues beside the types of bottlenecks. A comparison needs none. */
const SECTIONS: Readonly<Record<AgentRole, readonly Section[]>> = {
  root: [SPECS],
  analysis: [SPECS],
  recommendation: [SPECS, FLAGS],
  correctness: [SPECS],
  compute_specialist: [SPECS, FLAGS, techniques(computeTechniques.catalog)],
  memory_specialist: [SPECS, techniques(memoryTechniques.catalog)],
  latency_specialist: [SPECS, LINKS, techniques(latencyTechniques.catalog)],
  diff_specialist: [],
};

/**
 * Excerpts of the catalogues for an agent, filtered by architecture and by type of bottleneck; one section per table, joined
 * by blank lines. The same arguments give the same bytes, so that a service may keep them. A table that has nothing for
 * them is left out, and so is one that would pass 60 KB.
 */
export function knowledgeExcerpts(role: AgentRole, bottleneckType: string | null, gfxId: string | null): string {
  if (role === 'diff_specialist') return '';
  const types = BOTTLENECKS.filter((type) => type === bottleneckType);
  const signatures: Section = [
    'bottleneck_types',
    () =>
      (types.length === 0 ? BOTTLENECKS : types).map((type) => bottleneck.lookupSignatures({ bottleneck_type: type })),
  ];
  let text = '';
  for (const [title, read] of [...SECTIONS[role], signatures]) {
    const value = known(() => read(gfxId));
    if (value === null) continue;
    const section = `# ${title}\n\n${JSON.stringify(value)}`;
    const next = text === '' ? section : `${text}\n\n${section}`;
    if (Buffer.byteLength(next) <= MAX_BYTES) text = next;
  }
  return text;
}

/** What a table says; null for an architecture that it does not know. */
function known(read: () => unknown): unknown {
  try {
    return read() ?? null;
  } catch (error) {
    if (isPerfXpertError(error) && error.code === 'UNKNOWN_ID') return null;
    throw error;
  }
}
