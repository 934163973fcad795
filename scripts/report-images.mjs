// Draws the pictures of docs/images anew: the HTML report of the example trace (scripts/make-example.mjs) in light and
// dark. Needs a build and Chromium (`PERFXPERT_CHROMIUM`, else /usr/bin/chromium).
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root, runNode } from './run.mjs';

const images = path.join(root, 'docs/images');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'perfxpert-images-'));
const trace = path.join(folder, 'training.db');
const report = path.join(folder, 'report.html');
runNode(['scripts/make-example.mjs', trace]);
runNode(['packages/cli/dist/bin.js', 'analyze', '-i', trace, '--format', 'html', '-o', report, '--no-timestamps']);
fs.mkdirSync(images, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.PERFXPERT_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const [name, colorScheme, section] of [
    ['report-light.png', 'light', null],
    ['report-timeline-dark.png', 'dark', 'timeline'],
    ['report-kernels-light.png', 'light', 'kernels'],
  ]) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 690 }, colorScheme });
    await page.goto(`file://${report}`);
    if (section !== null)
      await page.evaluate((id) => document.getElementById(id)?.scrollIntoView({ behavior: 'instant' }), section);
    await page.waitForTimeout(300);
    await page.screenshot({ path: path.join(images, name) });
    await page.close();
  }
} finally {
  await browser.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
