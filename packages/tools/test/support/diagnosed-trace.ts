import { openTrace } from '@perfxpert/rocpd';
import type { ProcessSpec } from '@perfxpert/rocpd/testing';
import { diagnose } from '../../src/lib/diagnosis/diagnose.js';
import { computeFacts } from '../../src/lib/facts/compute-facts.js';
import { withBuiltTrace } from './built-trace.js';

/** Facts and diagnosis of a trace that is built for it. */
export async function diagnosedTrace(spec: ProcessSpec) {
  return withBuiltTrace(spec, async (paths) => {
    const trace = openTrace(paths);
    try {
      const facts = await computeFacts(trace);
      return { facts, ...diagnose(facts) };
    } finally {
      trace.close();
    }
  });
}
