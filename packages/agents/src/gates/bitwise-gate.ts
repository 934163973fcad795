import fs from 'node:fs/promises';
import path from 'node:path';
import { anchors, patchMgr } from '@perfxpert/tools';
import { skipped } from './gate.js';
import type { Gate } from './gate.js';

/** Gate 3: the patched program computes the same. It is run first where a command is given. */
export const bitwiseGate: Gate = {
  name: 'bitwise',
  failure: 'reject',
  async check(input, context) {
    const { project_root: root, baseline_output: before, candidate_output: after, tolerance } = input;
    if (before === undefined || after === undefined) return skipped('baseline_output or candidate_output');
    if (path.resolve(root, before) === path.resolve(root, after))
      return { outcome: 'fail', reason: 'baseline_output and candidate_output are the same file' };
    if (input.run_command !== undefined) {
      const stale = await stampOf(root, after);
      const run = await anchors.check({ project_root: root, test_command: input.run_command }, context);
      if (!run.all_passed)
        return {
          outcome: 'fail',
          reason: `the patched program ended with ${run.returncode}`,
          raw: { returncode: run.returncode },
        };
      if (stale !== null && stale === (await stampOf(root, after)))
        return { outcome: 'fail', reason: 'the patched program did not write candidate_output' };
    }
    const result = await patchMgr.verifyOutput(
      { project_root: root, baseline_rel: before, new_rel: after, ...(tolerance === undefined ? {} : { tolerance }) },
      context,
    );
    return { outcome: result.match ? 'pass' : 'fail', reason: result.reason, raw: { ...result } };
  },
};

/** When a file was written last, and which one it is; null where there is none. Older output must not pass for new. */
async function stampOf(root: string, relPath: string): Promise<string | null> {
  try {
    const { ino, mtimeNs } = await fs.lstat(path.resolve(root, relPath), { bigint: true });
    return `${ino} ${mtimeNs}`;
  } catch {
    return null;
  }
}
