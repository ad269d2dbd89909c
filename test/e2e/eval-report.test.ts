import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { ReportFormat } from '../../modules/eval/contract/run-inputs.js';
import { reportFile } from '../../modules/eval/report/report-file.js';
import { hostile, inTurn, sampleRun } from '../../modules/eval/report/testing/sample-run.js';
import { describeWithChromium, openChromium, openWindow } from './chromium.js';

type Sample = ReturnType<typeof sampleRun>;

describeWithChromium('the report of an evaluation in a browser', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    browser = await openChromium();
    folder = await mkdtemp(join(tmpdir(), 'svc-report-'));
  });

  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true });
  });

  async function addressOf(format: ReportFormat, { run, cells }: Sample): Promise<string> {
    const path = join(folder, `report.${format === 'html' ? 'html' : 'txt'}`);
    await writeFile(path, reportFile(format, run, inTurn(cells)).body);
    return pathToFileURL(path).href;
  }

  test.each([360, 800, 1440])('fits a window of %i pixels, and links open cells', async (width) => {
    const sample = sampleRun({ scenarios: 3, runs: 5, text: 9000 });
    const window = await openWindow(browser, {
      viewport: { width, height: 900 },
    });
    await window.page.goto(await addressOf('html', sample));
    const cell = window.page.locator('details:has(> [id^="cell-"])').nth(1);
    expect(await cell.getAttribute('open')).toBeNull();
    await window.page.locator('.matrix a').nth(1).click();
    expect(await cell.getAttribute('open')).toBe('');
    await cell.locator('pre').first().waitFor({ state: 'visible' });
    expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('hostile texts are only shown', async () => {
    const sample = sampleRun({ scenarios: 2, runs: 2, text: 3000, salt: hostile });
    const window = await openWindow(browser);
    await window.page.goto(await addressOf('html', sample));
    expect(await window.page.locator('script, img, evil').count()).toBe(0);
    expect(await window.page.locator('summary', { hasText: 'repeat' }).count()).toBe(
      sample.cells.length,
    );
    expect(await window.page.locator('h1').textContent()).toContain('<script>alert(1)</script>');
    expect(window.complaints).toEqual([]);
    await window.close();
  });

  test('JUnit is XML, whatever is in its texts', async () => {
    const sample = sampleRun({ scenarios: 2, runs: 2, text: 300, salt: hostile });
    const window = await openWindow(browser);
    await window.page.goto(await addressOf('junit', sample));
    const parsed = await window.page.evaluate(`(() => {
      const xml = document.body.innerText;
      const parsed = new DOMParser().parseFromString(xml, 'application/xml');
      return [parsed.querySelectorAll('parsererror').length, parsed.querySelectorAll('testcase').length];
    })()`);
    expect(parsed).toEqual([0, sample.cells.length + 1]);
    await window.close();
  });

  test('a thousand cells can be opened', async () => {
    const sample = sampleRun({ scenarios: 100, runs: 5, text: 7000 });
    const window = await openWindow(browser);
    await window.page.goto(await addressOf('html', sample));
    expect(await window.page.locator('.matrix a').count()).toBe(1000);
    await window.page.locator('.matrix a').last().click();
    await window.page.locator('pre:visible').first().waitFor();
    expect(window.complaints).toEqual([]);
    await window.close();
  });
});
