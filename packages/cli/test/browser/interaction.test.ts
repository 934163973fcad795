import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { beforeAll, expect, it, jest } from '@jest/globals';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { renderHtml } from '../../src/render/html/render-html.js';
import { describeInBrowser, sharedInputs } from '../fixtures/browser-suite.js';
import { fullReport } from '../fixtures/full-report.js';

// A busy machine takes its time to start a page.
jest.setTimeout(180_000);

describeInBrowser('the HTML report of several ranks', true, ({ reportOf, open }) => {
  let file = '';
  beforeAll(async () => {
    file = (await reportOf(sharedInputs()[0]?.inputs ?? [])) ?? '';
  }, 180_000);

  async function withPage(
    use: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
    hash = '',
  ): Promise<void> {
    const { page, complaints } = await open(file, options);
    if (hash !== '') await page.goto(`file://${file}${hash}`);
    await use(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  }

  it.each(['light', 'dark'] as const)(
    'has no serious fault for axe, %s',
    async (colorScheme) => {
      const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
      await withPage(
        async (page) => {
          await page.locator('#k1 summary').click();
          await page.evaluate(fs.readFileSync(axe, 'utf8'));
          const faults = await page.evaluate<string[]>(
            `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
              .filter(({ impact }) => impact === 'serious' || impact === 'critical')
              .map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`,
          );
          expect(faults).toEqual([]);
        },
        { colorScheme },
      );
    },
    60_000,
  );

  it('sorts kernels with their drawers (W1)', () =>
    withPage(async (page) => {
      const header = page.locator('table.hot > thead th', { hasText: 'Calls' });
      await header.locator('button').click();
      expect(await header.getAttribute('aria-sort')).toBe('descending');
      const calls = await page.locator('#kernels tbody.kernel > tr:first-child > td:nth-child(4)').allTextContents();
      const numbers = calls.map((text) => Number(text.replaceAll(',', '')));
      expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
      expect(await page.locator('#kernels tbody.kernel > tr.drawer').count()).toBe(numbers.length);
      await header.locator('button').click();
      expect(await header.getAttribute('aria-sort')).toBe('ascending');
    }));

  it('filters kernels by name (W9)', () =>
    withPage(async (page) => {
      await page.locator('#kernel-filter').fill('nccl generic');
      expect(await page.locator('tbody.kernel:visible').count()).toBe(1);
      expect(await page.locator('#kernel-filter-status').textContent()).toMatch(/^1 of \d+ kernels$/);
    }));

  it('opens a kernel by its address and by key (W8)', () =>
    withPage(
      async (page) => {
        expect(await page.locator('#k3 .whole-name').isVisible()).toBe(true);
        await page.locator('#k2 summary').focus();
        await page.keyboard.press('Enter');
        expect(await page.locator('#k2 .whole-name').isVisible()).toBe(true);
      },
      {},
      '#k3',
    ));

  it('switches the theme, and lives where storage is refused (W2)', () =>
    withPage(async (page) => {
      const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
      const before = await ground();
      await page.evaluate("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })");
      await page.locator('#theme').click();
      expect(await ground()).not.toBe(before);
      expect(await page.locator('#theme').textContent()).toBe('Light');
    }));

  it('copies without a clipboard, or selects (W3)', () =>
    withPage(async (page) => {
      await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
      await page.locator('#k1 summary').click();
      const button = page.locator('#k1 [data-copy]');
      await button.click();
      expect(await button.textContent()).toMatch(/^(Copied|Press Ctrl\+C)$/);
      expect(await page.evaluate<string>('String(getSelection())')).toContain('ncclDevKernel_Generic');
    }));

  it('saves the data of the report (W4)', () =>
    withPage(async (page) => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save-json').click()]);
      const saved = JSON.parse(fs.readFileSync(await download.path(), 'utf8')) as { schema_version: string };
      expect(saved.schema_version).toBe('0.4.0');
    }));

  it('zooms, pans and steps through the timeline by key', () =>
    withPage(async (page) => {
      const range = page.locator('#timeline-range');
      expect(await range.textContent()).toMatch(/^Whole window/);
      await page.locator('figure.timeline canvas').focus();
      await page.keyboard.press('+');
      await expectText(range, / to .*\(/);
      const zoomed = await range.textContent();
      await page.keyboard.press('Shift+ArrowRight');
      await expectText(range, new RegExp(`^(?!${escapeExpression(zoomed ?? '')}$)`));
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await expectText(page.locator('#timeline-selection'), /Duration/);
      await page.keyboard.press('Escape');
      await expectText(page.locator('#timeline-selection'), /Click an event/);
      await page.keyboard.press('0');
      await expectText(range, /^Whole window/);
    }));

  it('leaves the bare wheel to the page, and zooms with Ctrl', () =>
    withPage(async (page) => {
      await page.locator('figure.timeline').scrollIntoViewIfNeeded();
      const box = await page.locator('figure.timeline canvas').boundingBox();
      await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 20);
      const top = await page.evaluate<number>('scrollY');
      await page.mouse.wheel(0, 120);
      await expectScroll(page, top);
      expect(await page.locator('#timeline-range').textContent()).toMatch(/^Whole window/);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -120);
      await page.keyboard.up('Control');
      await expectText(page.locator('#timeline-range'), / to .*\(/);
    }));

  it('leads from an idle gap to its place on the timeline', () =>
    withPage(async (page) => {
      await page.locator('#idle [data-show-range]').first().click();
      await expectText(page.locator('#timeline-selection'), /^RangeLength|Range/);
      await expectText(page.locator('#timeline-range'), / to .*\(/);
    }));

  it('shows everything without script', async () => {
    await withPage(
      async (page) => {
        const text = await page.locator('main').innerText();
        for (const word of ['What to do first', 'ncclDevKernel_Generic', 'Where the time went', 'Warnings', 'rank 3'])
          expect(text).toContain(word);
        expect(await page.locator('.script:visible').count()).toBe(0);
        expect(await page.locator('figure.timeline .lane svg path').count()).toBeGreaterThan(10);
        await page.locator('#k1 summary').click();
        expect(await page.locator('#k1 .whole-name').isVisible()).toBe(true);
      },
      { javaScriptEnabled: false },
    );
  });

  it('prints the sentences of a finding as large as its figures, and no links that lead nowhere', () =>
    withPage(async (page) => {
      await page.emulateMedia({ media: 'print' });
      const sizes = await page.evaluate<number[]>(
        `['.finding h3 + p', '.finding dd'].map((place) => parseFloat(getComputedStyle(document.querySelector(place)).fontSize))`,
      );
      const [sentence = 0, figure = 0] = sizes;
      expect(sentence).toBeGreaterThanOrEqual(figure);
      expect(await page.locator('.finding .evidence a').first().isVisible()).toBe(false);
    }));

  it('prints in light colours without what only a screen needs', () =>
    withPage(
      async (page) => {
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        expect(await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')).toBe(
          'rgb(255, 255, 255)',
        );
        expect(await page.locator('nav').isVisible()).toBe(false);
        expect(await page.locator('figure.timeline .lane svg').first().isVisible()).toBe(true);
      },
      { colorScheme: 'dark' },
    ));
});

describeInBrowser('the HTML report of counters', false, ({ folder, open }) => {
  it('has tooltips for pointer and key, closed by Escape (W6), and a zoom', async () => {
    const file = rooflineReport(folder());
    const { page, complaints } = await open(file);
    const dot = page.locator('svg.plot.wide a').first();
    await dot.focus();
    expect(await page.locator('.tip').textContent()).toContain('TFLOP/s');
    expect(await page.locator('.tip b').count()).toBe(1);
    expect(await page.locator('#roof-1').getAttribute('class')).toBe('linked');
    await page.keyboard.press('Escape');
    expect(await page.locator('.tip').isVisible()).toBe(false);
    const circle = dot.locator('circle');
    const before = await circle.getAttribute('cx');
    await page.locator('[data-roof-zoom=in]').click();
    expect(await circle.getAttribute('cx')).not.toBe(before);
    await page.locator('[data-roof-zoom=fit]').click();
    expect(Number(await circle.getAttribute('cx'))).toBeCloseTo(Number(before), 0);
    // Dots may lie under each other; by key each can be reached.
    await dot.focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate<string>('location.hash')).toMatch(/^#(f-|k|roof-)/);
    expect(complaints).toEqual([]);
    await page.context().close();
  }, 180_000);
});

/** Waits until the page has scrolled down from a place. */
async function expectScroll(page: Page, from: number): Promise<void> {
  const position = () => page.evaluate<number>('scrollY');
  for (let attempt = 0; attempt < 50 && (await position()) <= from; attempt++) await page.waitForTimeout(50);
  expect(await position()).toBeGreaterThan(from);
}

/** Waits until an element's text matches. */
async function expectText(locator: Locator, pattern: RegExp): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    if (pattern.test((await locator.textContent()) ?? '')) return;
    await locator.page().waitForTimeout(50);
  }
  expect(await locator.textContent()).toMatch(pattern);
}

function escapeExpression(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The page of a report with every section, roofline and thread trace among them. */
function rooflineReport(folder: string): string {
  const file = path.join(folder, 'full.html');
  fs.writeFileSync(file, renderHtml(fullReport()));
  return file;
}
