import { compileRunner } from '@perfxpert/tools';
import { skipped } from './gate.js';
import type { Gate } from './gate.js';

const SHOWN_CHARACTERS = 200;

/** Gate 1: the patched source builds. A reason carries the first 200 characters of what the compiler said. */
export const compileGate: Gate = {
  name: 'compile',
  failure: 'reject',
  async check(input, context) {
    const { project_root: root, source_rel: source, candidate_binary: binary, compile_flags: flags } = input;
    if (source === undefined) return skipped('source_rel');
    const result = await compileRunner.build(
      { project_root: root, source_rel: source, flags, ...(binary === undefined ? {} : { output_rel: binary }) },
      context,
    );
    const raw = { returncode: result.returncode, total_count: result.total_count };
    if (result.returncode === 0) return { outcome: 'pass', reason: 'built', raw };
    const said = result.stderr.trim().slice(0, SHOWN_CHARACTERS);
    return { outcome: 'fail', reason: `build failed with ${result.returncode}: ${said}`, raw };
  },
};
