/** Every page in every state, in Chromium: what each owes to people with a screen reader, a keyboard, a phone, little light or a slow line. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page, Response } from 'playwright-core';
import { PAGES, type PageCase } from './all-pages/cases.js';
import { openFilledServer, type FilledServer } from './all-pages/filled-server.js';
import { FAULTLESS, faultsOf } from './all-pages/page-checks.js';
import { takePictures } from './all-pages/pictures.js';
import { describeWithChromium, openChromium, openWindow, type Window } from './chromium.js';

const MOST_BYTES = 100_000;

const titleOf = ({ at, as, state, refused }: PageCase): string =>
  [at, state, refused === undefined ? undefined : 'a refused form', as]
    .filter((part) => part !== undefined)
    .join(', ');

describeWithChromium('all pages in a browser', () => {
  let filled: FilledServer;
  let browser: Browser;
  let windows: Record<'person' | 'stranger', Window>;
  /** Requests of all windows. */
  const asked: string[] = [];
  /** Bytes of style and icon. */
  let shared = 0;

  beforeAll(async () => {
    filled = await openFilledServer();
    browser = await openChromium();
    windows = { person: await openWindow(browser), stranger: await openWindow(browser) };
    for (const { page } of Object.values(windows))
      page.on('request', (request) => asked.push(request.url()));
    const { page } = windows.person;
    await page.goto(filled.trialLink);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL(`${filled.server.origin}/`);
    const html = await page.content();
    const assets = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
    for (const path of new Set(assets))
      shared += (await (await fetch(filled.server.origin + String(path))).arrayBuffer()).byteLength;
  });
  afterAll(async () => {
    await browser.close();
    await filled.close();
  });

  const addressOf = (at: string): string =>
    filled.server.origin +
    at.replace(/\{(\w+)\}/g, (_, name: string) => {
      const held = filled.held[name];
      if (held === undefined) throw new Error(`The server holds no "${name}".`);
      return encodeURIComponent(held);
    });

  /** Opens the page in its state; answers the response that it came with. */
  async function open(page: Page, { at, refused }: PageCase): Promise<Response | null> {
    const response = await page.goto(addressOf(at));
    if (refused === undefined) return response;
    const navigated = page.waitForResponse((answer) => answer.request().method() === 'POST');
    // the browser would refuse it first
    await page.evaluate(
      'for (const form of document.forms) { form.noValidate = true; for (const e of form.elements) if (e.type !== "hidden" && "defaultValue" in e && !e.readOnly) e.value = ""; }',
    );
    await page.getByRole('main').getByRole('button', { name: refused, exact: true }).click();
    await navigated;
    await page.getByRole('alert').waitFor();
    return navigated;
  }

  it.each(PAGES.map((shown) => ({ name: titleOf(shown), shown })))('$name', async (each) => {
    const { shown } = each;
    const { page, complaints } = windows[shown.as ?? 'person'];
    const before = complaints.length;
    asked.length = 0;
    const response = await open(page, shown);
    expect(response?.status()).toBe(shown.status ?? 200);
    const bytes = (await response?.body())?.byteLength ?? Infinity;
    expect(bytes + shared).toBeLessThan(MOST_BYTES);
    expect(await faultsOf(page, shown.except ?? [])).toEqual(FAULTLESS);
    expect(asked.filter((url) => !url.startsWith(filled.server.origin))).toEqual([]);
    const expected = String(shown.status ?? 200);
    // a browser says that an answer is an error; that is what was asked for
    expect(complaints.slice(before).filter((line) => !line.includes(expected))).toEqual([]);
    await takePictures(page, each.name);
  });
});
