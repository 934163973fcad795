import fs from 'node:fs';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
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
        await expectNoSidewaysScroll(page);
      }
      expect(complaints).toEqual([]);
      await page.context().close();
    },
    180_000,
  );
});

/**
 * Waits until nothing is wider than the window: drawings follow a new width a frame later. The page is asked again and
 * again from outside, since its security policy forbids the evaluation that Playwright's own waiting needs.
 */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  for (let attempt = 0; attempt < 200 && (await excess()) > 0; attempt++) await page.waitForTimeout(50);
  expect(await excess()).toBeLessThanOrEqual(0);
}
