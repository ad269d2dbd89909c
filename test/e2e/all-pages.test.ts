/** Every page in every state, in Chromium: what each owes to people with a screen reader, a keyboard, a phone, little light or a slow line. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Locator, Page, Response } from 'playwright-core';
import { obstacle } from '../describe-cloud.js';
import { PAGES, type PageCase } from './all-pages/cases.js';
import { openFilledServer, type FilledServer } from './all-pages/filled-server.js';
import { FAULTLESS, faultsOf, rowsOf } from './all-pages/page-checks.js';
import { takePictures } from './all-pages/pictures.js';
import { MOST_STEPS, QUESTIONS, type Step } from './all-pages/questions.js';
import { describeWithChromium, openChromium, openWindow, type Window } from './chromium.js';

const MOST_BYTES = 100_000;

const titleOf = ({ at, as, state, refused, sent }: PageCase): string =>
  [at, state, refused && `“${refused}” refused`, sent && `“${sent}” sent`, as]
    .filter((part) => part !== undefined)
    .join(', ');

/** Sends nothing where a case enters nothing. */
const EMPTY =
  'for (const form of document.forms) for (const e of form.elements) if (e.type !== "hidden" && "defaultValue" in e && !e.readOnly) e.value = "";';
/** The browser would refuse some forms first. */
const UNCHECKED = 'for (const form of document.forms) form.noValidate = true;';

const missing = obstacle();
const cases = PAGES.filter(({ sandboxed }) => sandboxed !== true || missing === undefined);

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

  const originOf = ({ on }: PageCase): string =>
    (on === 'fresh' ? filled.fresh : filled.server).origin;
  const addressOf = (shown: PageCase): string =>
    originOf(shown) +
    shown.at.replace(/\{(\w+)\}/g, (_, name: string) => {
      const held = filled.held[name];
      if (held === undefined || held === '') throw new Error(`The server holds no "${name}".`);
      return encodeURIComponent(held);
    });

  /** Opens the page in its state; answers the response that it came with. */
  async function open(page: Page, shown: PageCase): Promise<Response | null> {
    const { refused, sent, entered = {} } = shown;
    const response = await page.goto(addressOf(shown));
    const button = refused ?? sent;
    if (button === undefined) return response;
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.evaluate(shown.entered === undefined ? UNCHECKED + EMPTY : UNCHECKED);
    const main = page.getByRole('main');
    for (const [name, text] of Object.entries(entered))
      await main.locator(`[name="${name}"]`).fill(text);
    const cookies = await page.context().cookies();
    if (shown.signedOut) await page.context().clearCookies();
    await main.getByRole('button', { name: button, exact: true }).click();
    await answered;
    await page.context().addCookies(cookies);
    if (refused !== undefined) await page.getByRole('alert').waitFor();
    return answered;
  }

  it.each(cases.map((shown) => ({ name: titleOf(shown), shown })))('$name', async (each) => {
    const { shown } = each;
    const { page, complaints } = windows[shown.as ?? 'person'];
    const before = complaints.length;
    asked.length = 0;
    const response = await open(page, shown);
    expect(response?.status()).toBe(shown.status ?? 200);
    const text = await page.getByRole('main').innerText();
    expect(text).toContain(shown.shows ?? '');
    expect([shown.lacks].filter((words) => words !== undefined && text.includes(words))).toEqual(
      [],
    );
    const bytes = (await response?.body())?.byteLength ?? Infinity;
    expect(bytes + shared).toBeLessThan(MOST_BYTES);
    expect(await faultsOf(page, shown.except ?? [])).toEqual(FAULTLESS);
    expect(asked.filter((url) => !url.startsWith(originOf(shown)))).toEqual([]);
    const expected = String(shown.status ?? 200);
    // a browser says that an answer is an error; that is what was asked for
    expect(complaints.slice(before).filter((line) => !line.includes(expected))).toEqual([]);
    await takePictures(page, each.name);
  });

  it('an event of the audit log has two lines on a phone, opens for the rest, and is a row at a desk', async () => {
    const { page } = windows.person;
    await page.setViewportSize({ width: 360, height: 700 });
    await page.goto(
      `${filled.server.origin}/organizations/dev/audit?operation=registry.publishTile`,
    );
    const event = page.getByRole('region', { name: 'Events' }).locator('tbody tr').first();
    const parts = '.events tbody tr:first-child > td:not(.from) > :is(a, .time)';
    expect(await rowsOf(page, parts)).toBe(2);
    const rest = event.getByText('registry.publishTile', { exact: true });
    expect(await rest.isVisible()).toBe(false);
    await event.locator('summary').press('Enter');
    await rest.waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await rest.waitFor({ state: 'hidden' });
    expect(await event.locator('summary').isVisible()).toBe(false);
    expect(await event.locator('.from > span').innerText()).toContain('127.0.0.1');
  });

  /** The link, button or heading of more that has this name, as a person finds it. */
  const named = (page: Page, name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .or(page.getByRole('button', { name, exact: true }))
      .or(page.locator('summary').and(page.getByText(name, { exact: true })))
      .filter({ visible: true });

  /** The next page may have what this one has, too; so a link has to have led there before anything else is looked for. */
  async function follow(page: Page, target: Locator): Promise<void> {
    const [before, href] = [page.url(), await target.getAttribute('href')];
    await target.click();
    if (href !== null) await page.waitForURL((url) => url.href !== before);
  }

  async function take(page: Page, step: Step): Promise<void> {
    if (typeof step === 'string') return follow(page, named(page, step).first());
    await page.getByRole('searchbox').first().fill(step.search);
    await page.keyboard.press('Enter');
    return page.waitForURL('**/search?**');
  }

  it.each(QUESTIONS)('$asks', async ({ path, answer }) => {
    const { page } = windows.person;
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(path.length).toBeLessThanOrEqual(MOST_STEPS);
    await page.goto(`${filled.server.origin}/`);
    for (const step of path) await take(page, step);
    await page.getByRole('main').filter({ hasText: answer }).waitFor();
  });
});
