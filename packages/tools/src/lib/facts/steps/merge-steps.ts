import type { Loop, Steps } from '../../../schemas/steps.js';
import { compareText } from '../../text/compare-text.js';
import type { MergeContext } from '../merge-context.js';
import type { LoopPart } from './loop-part.js';

const MAX_LOOPS = 16;

/** The loops of all processes, those with the most steady time first; null where nothing repeats. */
export function mergeSteps(parts: readonly (readonly LoopPart[])[], context: MergeContext): Steps | null {
  const loops: Loop[] = [];
  for (const { processIndices, windows } of context.groups)
    for (const [place, processIndex] of processIndices.entries())
      for (const { agentIndex, slowSteps, ...loop } of parts[processIndex] ?? [])
        loops.push({
          guid: context.processes[processIndex]?.guid ?? '',
          device: context.devices[context.deviceIndex(processIndex, agentIndex)]?.label ?? '',
          ...loop,
          slow_steps: slowSteps.map(({ startNs, ...step }) => ({
            ...step,
            // Marked steps without links to launches may begin before the window.
            start_ns: Math.max(0, startNs - (windows[place]?.startNs ?? 0)),
          })),
        });
  if (loops.length === 0) return null;
  loops.sort((a, b) => b.steady_ns - a.steady_ns || compareText(a.device, b.device) || compareText(a.guid, b.guid));
  return { loop_count: loops.length, loops: loops.slice(0, MAX_LOOPS) };
}
