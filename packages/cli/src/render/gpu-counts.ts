import type { Report } from '@perfxpert/agents';

type Gpu = Report['profiling_info']['gpus'][number];

/**
 * How many GPUs of each label did work. Processes of one machine that ran one after the other, such as the passes of a
 * counter collection, use the same GPUs: of their windows the one with the most counts.
 */
export function countGpus(report: Report, labelOf: (gpu: Gpu) => string): Map<string, number> {
  const nodes = new Map(report.metadata.processes.map(({ guid, node }) => [guid, node]));
  const groups = new Map((report.execution_breakdown?.devices ?? []).map((device) => [keyOf(device), device.group]));
  const byMachine = new Map<string, Map<number, number>>();
  const places = new Map<string, { readonly label: string; readonly machine: string }>();
  for (const gpu of report.profiling_info.gpus) {
    const place = { label: labelOf(gpu), machine: nodes.get(gpu.guid) ?? '' };
    const key = JSON.stringify([place.label, place.machine]);
    const windows = byMachine.get(key) ?? new Map<number, number>();
    const group = groups.get(keyOf(gpu)) ?? -1;
    windows.set(group, (windows.get(group) ?? 0) + 1);
    byMachine.set(key, windows);
    places.set(key, place);
  }
  const counts = new Map<string, number>();
  for (const [key, windows] of byMachine) {
    const label = places.get(key)?.label ?? '';
    counts.set(label, (counts.get(label) ?? 0) + Math.max(...windows.values()));
  }
  return counts;
}

function keyOf({ guid, agent_id: agent }: { readonly guid: string; readonly agent_id: number }): string {
  return `${guid} ${String(agent)}`;
}
