import fs from 'node:fs';
import { expect, it } from '@jest/globals';
import { describeInBrowser, sharedInputs } from '../fixtures/browser-suite.js';

/** Bytes; no report of any trace is larger. */
const LARGEST_PAGE = 2_000_000;
const ORDER = [
  'first',
  'time',
  'timeline',
  'kernels',
  'kinds',
  'copies',
  'counters',
  'roofline',
  'communication',
  'att',
  'ranks',
  'baseline',
  'thermal',
  'steps',
  'idle',
  'api',
  'warmup',
  'sources',
  'warnings',
  'inputs',
];

describeInBrowser('HTML reports of shared traces', true, ({ reportOf, open }) => {
  it.each(sharedInputs())(
    'that of $name opens without error and request, in order, at every width',
    async ({ name, inputs }) => {
      const file = await reportOf(inputs);
      if (file === null) {
        expect(name).toMatch(/edge_(not_rocpd|truncated)/);
        return;
      }
      expect(fs.statSync(file).size).toBeLessThanOrEqual(LARGEST_PAGE);
      const { page, complaints } = await open(file);
      const ids = await page.locator('main > section').evaluateAll((list) => list.map((section) => section.id));
      expect(ids).toEqual(ORDER.filter((id) => ids.includes(id)));
      // What needs script is shown by it.
      expect(await page.locator('.script').count()).toBe(0);
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 800 });
        // Drawings follow the new width a frame later.
        await page.waitForFunction('document.documentElement.scrollWidth <= innerWidth', undefined, {
          timeout: 20_000,
        });
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    180_000,
  );
});
