import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildTrace } from '@perfxpert/rocpd/testing';
import type { AnalyzeFlags } from '../src/commands/analyze-flags.js';
import { llmFlagsOf } from '../src/commands/llm-options.js';
import { watch } from '../src/commands/watch.js';
import type { MemoryStream } from './fixtures/memory-io.js';
import { memoryIo } from './fixtures/memory-io.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

function flagsFor(trace: string): AnalyzeFlags {
  return {
    input: [trace],
    sourceDir: undefined,
    sourceMaxFiles: undefined,
    attDir: undefined,
    baseline: [],
    strict: false,
    advanced: false,
    topKernels: 10,
    minDurationNs: 0,
    formats: ['csv'],
    output: undefined,
    dir: undefined,
    verbose: false,
    progress: true,
    timestamps: false,
    redactPaths: false,
    color: 'auto',
    sections: new Set(['hotspots']),
    filters: undefined,
    llm: llmFlagsOf({}),
  };
}

/** Resolves as soon as a stream holds a text. */
async function until(stream: MemoryStream, text: string | RegExp): Promise<void> {
  while (stream.text.search(text) < 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('analyze --watch', () => {
  it('analyses again when the trace changes, tells what it cannot read, and ends with the interrupt', async () => {
    const trace = path.join(newFolder(), 'trace.db');
    const write = (name: string) => {
      fs.rmSync(trace, { force: true });
      buildTrace({ kernels: [{ name, startNs: 0, endNs: 1000 }] }, { path: trace });
    };
    write('first_kernel');
    const interrupt = new AbortController();
    const io = memoryIo({ signal: interrupt.signal });
    const running = watch(flagsFor(trace), { errorFormat: 'text', intervalMs: 10 }, io);
    await until(io.stdout, 'first_kernel');
    fs.writeFileSync(trace, 'half a file');
    await until(io.stderr, 'perfxpert: ');
    write('second_kernel');
    await until(io.stdout, 'second_kernel');
    interrupt.abort();
    await running;
    expect(io.stdout.text.match(/first_kernel/g)).toHaveLength(1);
  });

  it('looks at the baseline too, and not at its own reports, wherever they lie', async () => {
    const folder = newFolder();
    const [trace, baseline] = [path.join(folder, 'trace.db'), path.join(newFolder(), 'before.db')];
    const write = (file: string, endNs: number) => {
      fs.rmSync(file, { force: true });
      buildTrace({ kernels: [{ name: 'gemm', startNs: 0, endNs }] }, { path: file });
    };
    write(trace, 1000);
    write(baseline, 1000);
    const interrupt = new AbortController();
    const io = memoryIo({ signal: interrupt.signal, cwd: folder });
    const flags = { ...flagsFor(folder), baseline: [baseline], output: 'report', sections: undefined };
    const running = watch(flags, { errorFormat: 'text', intervalMs: 10 }, io);
    const times = () => io.stderr.text.match(/wrote report\.csv/g)?.length ?? 0;
    try {
      await Promise.race([running, until(io.stderr, /wrote report\.csv/)]);
      // Long enough for many looks at the folder that holds the report
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(times()).toBe(1);
      write(baseline, 2000);
      await Promise.race([running, until(io.stderr, /wrote[^]*wrote report\.csv/)]);
    } finally {
      interrupt.abort();
    }
    await running;
    expect(fs.readFileSync(path.join(folder, 'report.csv'), 'utf8')).toContain('improved');
  });

  it('fails as without it where the trace is not there at first', async () => {
    const io = memoryIo();
    const flags = flagsFor(path.join(newFolder(), 'missing.db'));
    await expect(watch(flags, { errorFormat: 'text', intervalMs: 10 }, io)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
