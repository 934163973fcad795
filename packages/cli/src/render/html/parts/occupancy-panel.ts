import type { Report } from '@perfxpert/agents';
import { ABSENT, formatChipBytes, formatCount, formatFixed, formatPercent } from '../../format-number.js';
import type { HtmlContext } from '../html-context.js';
import { markup } from '../markup.js';
import type { Markup } from '../markup.js';
import { meter } from './meter.js';

type Resource = Report['kernel_resources']['kernels'][number];
type Occupancy = NonNullable<Resource['occupancy']>;

/** Waves that each resource allows, the tightest marked, and what the kernel takes of it. */
export function occupancyPanel(name: string, { report: { kernel_resources: resources } }: HtmlContext): Markup | null {
  const resource = resources.kernels.find((kernel) => kernel.name === name);
  if (resource === undefined) return null;
  const { occupancy, occupancy_reason: reason } = resource;
  const bars = occupancy === null ? markup`<p class="note">${reason ?? 'Not known.'}</p>` : limits(occupancy);
  return markup`${bars}<p class="note">${facts(resource)}</p>`;
}

function limits(occupancy: Occupancy): Markup {
  const { max_waves_per_simd: most, limiting_resource: limiting } = occupancy;
  const rows: [string, number | null, string][] = [
    ['Registers', occupancy.vgpr_limited, 'VGPR'],
    ['LDS', occupancy.lds_limited, 'LDS'],
    ['Workgroup', occupancy.block_limited, 'block size'],
  ];
  const bars = rows.flatMap(([label, waves, key]) => {
    if (waves === null) return [];
    const isLimit = limiting === key;
    return [
      {
        label: isLimit ? markup`${label} <b>limits</b>` : label,
        percent: (100 * Math.min(waves, most)) / Math.max(1, most),
        fill: isLimit ? 'fill-comm' : 'fill-compute',
        value: `${formatFixed(Math.min(waves, most), Number.isInteger(waves) ? 0 : 1)} of ${String(most)}`,
      },
    ];
  });
  return markup`${meter(bars)}<p class="note">${formatFixed(occupancy.waves_per_simd, Number.isInteger(occupancy.waves_per_simd) ? 0 : 2)} waves per SIMD, ${formatPercent(occupancy.percent)} of what fits; limited by ${limiting === 'none' ? 'nothing' : limiting}. </p>`;
}

function facts(resource: Resource): string {
  const count = (value: number | null, unit: string): string =>
    `${value === null ? ABSENT : formatCount(value)} ${unit}`;
  const size = (value: number | null, unit: string): string =>
    `${value === null ? ABSENT : formatChipBytes(value)} ${unit}`;
  const filled = resource.fills_gpu === null ? '' : resource.fills_gpu ? 'fills the GPU' : 'leaves compute units empty';
  return [
    count(resource.vgpr, 'VGPRs'),
    count(resource.accum_vgpr, 'accumulation VGPRs'),
    count(resource.sgpr, 'SGPRs'),
    size(resource.lds_bytes, 'LDS'),
    size(resource.scratch_bytes, 'scratch'),
    `group ${resource.block ?? ABSENT}`,
    `grid ${resource.grid ?? ABSENT}`,
    count(resource.blocks, 'workgroups'),
    count(resource.total_waves, 'waves'),
    `${resource.waves_per_cu === null ? ABSENT : formatFixed(resource.waves_per_cu, 1)} waves per CU`,
    filled,
    resource.variant_count > 1 ? `the shape with most time of ${String(resource.variant_count)}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
