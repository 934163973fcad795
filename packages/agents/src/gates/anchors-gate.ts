import { anchors } from '@perfxpert/tools';
import { skipped } from './gate.js';
import type { Gate } from './gate.js';

/** Gate 5: the tests that passed before the patch still pass. */
export const anchorsGate: Gate = {
  name: 'anchors',
  failure: 'reject',
  async check({ project_root: root, test_command: command, candidate_binary: binary }, context) {
    if (binary === undefined) return skipped('candidate_binary');
    if (command === undefined) return skipped('test_command');
    const result = await anchors.check({ project_root: root, test_command: command }, context);
    const raw = { returncode: result.returncode };
    if (result.all_passed) return { outcome: 'pass', reason: 'the tests pass', raw };
    return { outcome: 'fail', reason: `the tests ended with ${result.returncode}`, raw };
  },
};
