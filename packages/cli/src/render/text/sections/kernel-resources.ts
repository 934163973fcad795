import type { Report } from '@perfxpert/agents';
import { formatChipBytes, formatCount, formatFixed, formatPercent } from '../../format-number.js';
import { plural } from '../../plural.js';
import { paragraph } from '../paragraph.js';
import type { Section } from '../section.js';
import type { Cell, Column } from '../table.js';
import { renderTable } from '../table.js';
import type { TextContext } from '../text-context.js';

type Resources = Report['kernel_resources'];
type Resource = Resources['kernels'][number];

const LAUNCH_COLUMNS: readonly Column[] = [
  { header: 'kernel', kind: 'name' },
  { header: 'block', kind: 'word' },
  { header: 'grid', kind: 'word' },
  { header: 'blocks', kind: 'number', isOptional: true },
  { header: 'waves', kind: 'number' },
  { header: 'per CU', kind: 'number' },
  { header: 'fills', kind: 'word' },
  { header: 'shapes', kind: 'number', isOptional: true },
];
const REGISTER_COLUMNS: readonly Column[] = [
  { header: 'kernel', kind: 'name' },
  { header: 'VGPR', kind: 'number' },
  { header: 'AGPR', kind: 'number' },
  { header: 'SGPR', kind: 'number' },
  { header: 'LDS', kind: 'number' },
  { header: 'scratch', kind: 'number' },
];
const OCCUPANCY_COLUMNS: readonly Column[] = [
  { header: 'kernel', kind: 'name' },
  { header: 'occupancy', kind: 'number' },
  { header: 'waves/SIMD', kind: 'number' },
  { header: 'limit', kind: 'word' },
  { header: 'by VGPR', kind: 'number' },
  { header: 'by LDS', kind: 'number' },
  { header: 'by block', kind: 'number' },
];

/** Launch shape, registers and theoretical occupancy of the kernels with the most time. */
export function renderKernelResources({ kernel_resources: resources }: Report, context: TextContext): Section | null {
  const { kernels, arch } = resources;
  if (kernels.length === 0) return null;
  const tables: (readonly [readonly Column[], Cell[][]])[] = [
    [LAUNCH_COLUMNS, kernels.map((kernel) => launchCells(kernel, context))],
    [REGISTER_COLUMNS, kernels.map((kernel) => registerCells(kernel, context))],
    [OCCUPANCY_COLUMNS, kernels.flatMap((kernel) => occupancyCells(kernel, context))],
  ];
  const drawn = tables
    .filter(([, rows]) => rows.some((row) => row.slice(1).some((cell) => cell !== null)))
    .map(([columns, rows]) => renderTable(columns, rows, context));
  return {
    title: 'KERNEL RESOURCES',
    aside: arch === null ? 'architecture unknown' : arch,
    lines: [
      ...drawn.flatMap((lines, index) => (index === 0 ? lines : ['', ...lines])),
      ...describeReasons(kernels, context),
      ...paragraph(describeArchitecture(resources), context, { paint: context.paint.note }),
    ],
  };
}

function launchCells(kernel: Resource, context: TextContext): Cell[] {
  const fills = kernel.fills_gpu === null ? null : kernel.fills_gpu ? 'yes' : 'no';
  return [
    context.kernelLabel(kernel.name),
    kernel.block,
    kernel.grid,
    countOrNull(kernel.blocks),
    countOrNull(kernel.total_waves),
    kernel.waves_per_cu === null ? null : formatFixed(kernel.waves_per_cu, 1),
    fills,
    formatCount(kernel.variant_count),
  ];
}

function registerCells(kernel: Resource, context: TextContext): Cell[] {
  return [
    context.kernelLabel(kernel.name),
    countOrNull(kernel.vgpr),
    countOrNull(kernel.accum_vgpr),
    countOrNull(kernel.sgpr),
    kernel.lds_bytes === null ? null : formatChipBytes(kernel.lds_bytes),
    kernel.scratch_bytes === null ? null : formatChipBytes(kernel.scratch_bytes),
  ];
}

function occupancyCells({ name, occupancy }: Resource, context: TextContext): Cell[][] {
  if (occupancy === null) return [];
  return [
    [
      context.kernelLabel(name),
      formatPercent(occupancy.percent),
      `${formatFixed(occupancy.waves_per_simd, 1)} of ${occupancy.max_waves_per_simd}`,
      occupancy.limiting_resource,
      occupancy.vgpr_limited === null ? null : formatFixed(occupancy.vgpr_limited, 1),
      formatFixed(occupancy.lds_limited, 1),
      formatFixed(occupancy.block_limited, 1),
    ],
  ];
}

/** Why some kernels have no occupancy, each reason once with the number of kernels. */
function describeReasons(kernels: readonly Resource[], context: TextContext): string[] {
  const counts = new Map<string, number>();
  for (const { occupancy, occupancy_reason: reason } of kernels)
    if (occupancy === null && reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].flatMap(([reason, count]) =>
    paragraph(`No occupancy for ${plural(count, 'kernel')}: ${reason}`, context),
  );
}

function describeArchitecture({ arch_specs: specs }: Resources): string {
  if (specs === null) return '';
  const units = specs.cu_count === null ? 'compute units unknown' : plural(specs.cu_count, 'compute unit');
  return (
    `${units} of ${plural(specs.simds_per_cu, 'SIMD')}; per SIMD ${plural(specs.max_waves_per_simd, 'wave')} and ` +
    `${plural(specs.vgprs_per_simd, 'VGPR')}; waves of ${specs.wavefront_size}; ${formatChipBytes(specs.lds_per_cu_bytes)} of LDS per compute unit.`
  );
}

function countOrNull(value: number | null): string | null {
  return value === null ? null : formatCount(value);
}
