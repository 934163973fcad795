import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it, jest } from '@jest/globals';
import { main } from '../../src/main.js';
import { describeInBrowser } from '../fixtures/browser-suite.js';
import { writeComparisonRuns } from '../fixtures/comparison-runs.js';
import { memoryIo } from '../fixtures/memory-io.js';

// A browser starts slowly on a busy machine.
jest.setTimeout(180_000);

describeInBrowser('the page of a comparison', false, (suite) => {
  async function pageOf(before: string, after: string): Promise<string> {
    const folder = fs.mkdtempSync(path.join(suite.folder(), 'diff-'));
    const runOf = writeComparisonRuns(folder);
    const argv = ['diff', runOf(before), runOf(after), '--format', 'webview', '-o', 'page', '--no-progress'];
    const io = memoryIo({ cwd: folder });
    expect([await main(argv, io), io.stderr.text]).toEqual([0, '']);
    return path.join(folder, 'page.html');
  }

  it('opens from disk without a complaint or a request, also with hostile names', async () => {
    for (const side of ['before after', 'hostile-before hostile-after']) {
      const [before = '', after = ''] = side.split(' ');
      const { page, complaints } = await suite.open(await pageOf(before, after));
      expect(await page.locator('h1').textContent()).toMatch(/^Regressed: GPU window \+/);
      expect(await page.locator('section').count()).toBe(2);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  it('has all of its content without script', async () => {
    const { page } = await suite.open(await pageOf('before', 'after'), { javaScriptEnabled: false });
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).toContain('+10.0%');
    expect(text).toContain('slower');
    expect(await page.locator('#runs tbody tr').count()).toBe(2);
    await page.context().close();
  });

  it('has no serious fault of accessibility', async () => {
    const { page } = await suite.open(await pageOf('before', 'after'), { bypassCSP: true });
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    await page.addScriptTag({ path: axe });
    const found = await page.evaluate(
      'axe.run().then((result) => result.violations.map(({ id, impact }) => [id, impact]))',
    );
    expect(found).toEqual([]);
    await page.context().close();
  });
});
