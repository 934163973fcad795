import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { lineDiff } from '../src/init/line-diff.js';
import { runMain } from './fixtures/run-main.js';
import { useTemporaryFolders } from './fixtures/temporary-folder.js';

const newFolder = useTemporaryFolders();

/** A home folder, perhaps with a config file, and sources with a kernel. */
function place(config?: string) {
  const home = newFolder();
  const file = path.join(home, '.config/perfxpert/config.yaml');
  if (config !== undefined) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, config);
  }
  fs.writeFileSync(path.join(home, 'a.hip'), '__global__ void add(float* x) { x[0] += 1; }\n');
  const env = { HOME: home, PATH: '', PERFXPERT_DISABLE_RUNTIME_GPU_SPECS: '1' };
  const init = (argv: readonly string[] = [], answer?: string | null) =>
    runMain(['init', ...argv], {
      env,
      cwd: home,
      ...(answer === undefined ? {} : { ask: () => Promise.resolve(answer) }),
    });
  return { file, init, read: () => fs.readFileSync(file, 'utf8') };
}

describe('perfxpert init', () => {
  it('goes through four steps and writes a config file that names no provider', async () => {
    const { init, read, file } = place();
    const { code, stdout, stderr } = await init();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/^Step \d\/4/gm)).toEqual(['Step 1/4', 'Step 2/4', 'Step 3/4', 'Step 4/4']);
    expect(stdout).toContain('none found; name the architecture of another machine with --arch');
    expect(stdout).toContain('1 kernel in .');
    expect(stdout).toContain(`wrote ${file}`);
    expect(read()).not.toMatch(/^provider/m);
    const commands = stdout.slice(stdout.indexOf('Step 4/4')).split('\n').slice(1, -1);
    expect(commands.map((line) => line.trim().split(' ').slice(0, 2).join(' '))).toEqual([
      'rocprofv3 --sys-trace',
      'rocprofv3 --pmc',
      'perfxpert analyze',
    ]);
    expect(commands[0]).toMatch(/-- \.\/your_app$/);
  });

  it('--arch tells a GPU that is not in this machine', async () => {
    const { stdout } = await place().init(['--arch', 'gfx942']);
    // MI300X: 304 compute units, 163.4 TFLOP/s FP32 vector, 5.3 TB/s (AMD Instinct MI300X data sheet)
    expect(stdout).toMatch(/MI300X \(gfx942\), 304 compute units, 163 TFLOP\/s FP32, 5\.3\d? TB\/s/);
    expect((await place().init(['--arch', 'gfx000'])).code).toBe(2);
  });

  it('keeps what the config file has and asks before it changes it', async () => {
    const text = '# mine\nairgap: true\n';
    for (const [answer, code, after] of [
      ['y', 0, `${text}provider: ollama\n`],
      ['YES', 0, `${text}provider: ollama\n`],
      ['', 1, text],
      ['n', 1, text],
      [null, 2, text],
    ] as const) {
      const { init, read } = place(text);
      const result = await init(['--provider', 'ollama'], answer);
      expect({ answer, code: result.code, after: read() }).toEqual({ answer, code, after });
      expect(result.stdout).toContain('  +provider: ollama\n');
    }
  });

  it('--non-interactive changes it without asking; the same file is no change', async () => {
    const { init, read } = place('airgap: true\n');
    await init(['--provider', 'openai', '--non-interactive']);
    expect(read()).toBe('airgap: true\nprovider: openai\n');
    expect((await init(['--provider', 'openai'])).stdout).toContain('no change');
    expect((await init()).stdout).toContain('no change');
  });

  it('--config-path is another file; one that cannot be read is left as it is', async () => {
    const { init, file } = place();
    const other = path.join(newFolder(), 'other.yaml');
    await init(['--config-path', other, '--provider', 'private']);
    expect(fs.readFileSync(other, 'utf8')).toMatch(/^provider: private$/m);
    expect(fs.existsSync(file)).toBe(false);
    fs.writeFileSync(other, 'nonsense\n');
    expect(await init(['--config-path', other])).toMatchObject({ code: 2 });
    expect(fs.readFileSync(other, 'utf8')).toBe('nonsense\n');
  });

  it.each([
    [['--provider', 'hal'], /hal.*anthropic, openai/],
    [['--source-dir', 'nowhere'], /nowhere/],
  ])('refuses %j', async (argv, message) => {
    const { code, stderr } = await place().init(argv);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe('lineDiff', () => {
  it('marks removed and new lines', () => {
    expect(lineDiff('a\nb\nc\n', 'a\nx\nc\nd\n')).toEqual(['@@ -1,3 +1,4 @@', ' a', '-b', '+x', ' c', '+d']);
  });
});
