import { describe, expect, it } from '@jest/globals';
import { renderHtml } from '../../src/render/html/render-html.js';
import { redactPaths } from '../../src/render/redact-paths.js';
import { fullReport } from '../fixtures/full-report.js';

function reportOfAda() {
  const report = fullReport();
  const path = '/home/ada/secret project/runs/rank0.db';
  report.metadata.database_file = path;
  report.metadata.inputs = [{ path, size_bytes: 1, layout: 'rocpd-3', schema_versions: ['3'] }];
  report.metadata.processes[0]!.command = '/opt/venv/bin/python /home/ada/train.py --data=/mnt/data/set -x a/b';
  report.diagnostics[0]!.message = `${path} repeats a process; see /home/ada/notes`;
  return report;
}

describe('redactPaths (S9)', () => {
  it('leaves the last part of paths', () => {
    const redacted = redactPaths(reportOfAda());
    expect(redacted.metadata.inputs[0]?.path).toBe('rank0.db');
    expect(redacted.metadata.processes[0]?.command).toBe('python train.py --data=set -x a/b');
    expect(redacted.diagnostics[0]?.message).toBe('rank0.db repeats a process; see ~/notes');
  });

  it('leaves no name of a user in a page', () => {
    const html = renderHtml(redactPaths(reportOfAda()));
    expect(html).not.toContain('ada/');
    expect(html).not.toContain('secret project');
  });

  it('keeps what is no absolute path, commands and relative places among it', () => {
    const report = fullReport();
    expect(redactPaths(report)).toEqual(report);
  });
});
