import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
// its types would bring those of browsers into every file
const axe = require('axe-core') as { readonly source: string };

/** A phone, and a window of 1280 × 1024 that is enlarged four times. */
const NARROW = { width: 320, height: 256 };
const WIDE = { width: 1280, height: 800 };
/** Presses of the key Tab; no page has as many places. */
const PRESSES = 400;

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe-core finds wrong, one line for each element. */
async function violationsOf(page: Page, options: object): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary}`),
  );
}

/** Notes what has had the focus, and whether it could be seen. */
const NOTE_FOCUS = `(() => {
  const places = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const group = (e) => (e.type === 'radio' ? document.getElementsByName(e.name)[0] : e);
  window.seen = { reached: new Set(), unseen: [], round: false };
  document.addEventListener('focusin', ({ target }) => {
    if (window.seen.reached.has(target)) window.seen.round = true;
    window.seen.reached.add(group(target));
    const { outlineStyle, outlineWidth } = getComputedStyle(target);
    if (outlineStyle === 'none' || outlineWidth === '0px') window.seen.unseen.push(target.outerHTML.slice(0, 120));
  });
  window.left = () => [...document.querySelectorAll(places)]
    .filter((e) => e.checkVisibility() && !e.disabled && !window.seen.reached.has(group(e)))
    .map((e) => e.outerHTML.slice(0, 120));
  document.activeElement.blur();
  document.documentElement.querySelectorAll('details').forEach((e) => { e.open = true; });
})()`;

/** Goes through the page with the key Tab: what it does not reach, and what has the focus without showing it. */
async function keyboardOf(page: Page): Promise<object> {
  await page.evaluate(NOTE_FOCUS);
  for (let left = PRESSES; left > 0; left -= 1) {
    await page.keyboard.press('Tab');
    if (left % 10 === 0 && (await page.evaluate<boolean>('window.seen.round'))) break;
  }
  const [unreached, unseen] = await page.evaluate<string[][]>(
    '[window.left(), window.seen.unseen]',
  );
  await page.evaluate(
    "document.activeElement.blur(); document.querySelectorAll('details').forEach((e) => { e.open = false; })",
  );
  return { unreached, unseen };
}

const FACTS = `({
  scripts: document.scripts.length,
  headings: document.querySelectorAll('h1').length,
  doubled: [...document.querySelectorAll('[id]')].filter(({ id }, index, all) => all.findIndex((other) => other.id === id) !== index).length,
  nameless: [...document.querySelectorAll('input:not([type=hidden]), textarea, select')].filter((e) => e.labels.length !== 1 && !e.ariaLabel).length,
})`;

/** Rows that elements stand in: one that begins below the end of another stands in a later row. */
export const rowsOf = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`(() => {
    const shown = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((e) => e.checkVisibility());
    const places = shown.map((e) => e.getBoundingClientRect()).sort((one, other) => one.top - other.top);
    let [rows, end] = [0, 0];
    for (const { top, bottom } of places) {
      if (top >= end) rows += 1;
      if (top >= end || bottom < end) end = bottom;
    }
    return rows;
  })()`);

/** Short words of headings of rows that stand on two lines. */
const BROKEN = `[...document.querySelectorAll('tbody th')].flatMap((heading) => {
  const broken = [];
  const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { 0: word, index } of text.data.matchAll(/(?<!\\S)\\w{2,12}(?!\\S)/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  return broken;
})`;

const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** What is wrong with the page that is shown, in light and dark, wide and narrow, with the keyboard alone. */
export async function faultsOf(page: Page, except: readonly string[]): Promise<object> {
  await page.setViewportSize(WIDE);
  await page.emulateMedia({ colorScheme: 'light' });
  const rules = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
  const light = await violationsOf(page, { rules });
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violationsOf(page, { runOnly: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  const keyboard = await keyboardOf(page);
  const facts = await page.evaluate<object>(FACTS);
  await page.setViewportSize(NARROW);
  const tooWide = await page.evaluate<number>(TOO_WIDE);
  const tallHeader = (await rowsOf(page, '.top > *, .top nav > a')) > 2;
  const broken = await page.evaluate<readonly string[]>(BROKEN);
  const narrow = await violationsOf(page, {
    runOnly: ['scrollable-region-focusable', 'target-size'],
  });
  return { light, dark, narrow, ...keyboard, ...facts, tooWide, tallHeader, broken };
}

export const FAULTLESS = {
  ...{ light: [], dark: [], narrow: [], unreached: [], unseen: [], broken: [] },
  ...{ scripts: 0, headings: 1, doubled: 0, nameless: 0, tooWide: 0, tallHeader: false },
};
