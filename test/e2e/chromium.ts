import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe } from '@jest/globals';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const QUIET = [
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

function installed(): string | undefined {
  const { SVC_TEST_CHROMIUM, PATH = '' } = process.env;
  const paths = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [SVC_TEST_CHROMIUM, ...paths].find((path) => path !== undefined && existsSync(path));
}

const executablePath = installed();

/** `describe` where a Chromium is installed; elsewhere it says how to have one. */
export function describeWithChromium(name: string, suite: () => void): void {
  if (executablePath !== undefined) describe(name, suite);
  else
    describe.skip(`${name}: install chromium, or set SVC_TEST_CHROMIUM to its path, to run`, suite);
}

export function openChromium(): Promise<Browser> {
  // a container has no namespaces for its sandbox, and the pages are our own
  return chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', '--disable-gpu', ...QUIET],
  });
}

/** A person's browser window, and what it complains about: errors of pages, refused contents, requests that fail. */
export interface Window {
  readonly page: Page;
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

export async function openWindow(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Window> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // the browser gives up the requests of a page, such as the one for its icon, when it leaves the page
    if (why !== 'net::ERR_ABORTED') complaints.push(`${request.url()}: ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.url()}: ${response.status()}`);
  });
  return { page, complaints, close: () => context.close() };
}

/** Types into the field that has the focus, and goes on to the next one. A page gives the focus after it has loaded: what is typed before is lost. */
export async function type(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(text);
  }
}
