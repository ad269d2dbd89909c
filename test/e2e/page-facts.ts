import type { Page } from 'playwright-core';
import { type } from './chromium.js';

/** Widths of a phone, a tablet and a desk. */
export const WIDTHS = [360, 768, 1280] as const;

const FACTS = `({
  ran: window.ran !== undefined,
  tooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
  nameless: [...document.querySelectorAll('input:not([type=hidden]), textarea')].filter(({ labels }) => labels.length !== 1).length,
  doubled: [...document.querySelectorAll('[id]')].filter(({ id }, index, all) => all.findIndex((other) => other.id === id) !== index).length,
  headings: document.querySelectorAll('h1').length,
  strange: document.querySelectorAll('main :is(img, script, iframe, b)').length,
  scripts: document.scripts.length,
})`;

/** What a page is like that fits, names its fields, and in which texts of strangers are nothing but texts. */
export const SOUND = {
  ran: false,
  tooWide: false,
  nameless: 0,
  doubled: 0,
  headings: 1,
  strange: 0,
  scripts: 0,
};

export const factsOf = (page: Page): Promise<object> => page.evaluate<object>(FACTS);

export async function signInAt(
  page: Page,
  origin: string,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.goto(`${origin}/sign-in`);
  await type(page, email, password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/`);
}
