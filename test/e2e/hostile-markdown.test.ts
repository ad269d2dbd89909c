import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  openBoardClient,
  openNoticeBoard,
  type BoardClient,
  type NoticeBoard,
} from '../faults/harness/notice-board.js';
import { describeWithChromium, openChromium, openWindow, type Window } from './chromium.js';
import { HOSTILE_TEXTS } from './hostile-texts.js';

/** What a rendered text consists of, and whether it has done anything. */
const FACTS = `(() => {
  const text = document.querySelector('.markdown');
  const all = [...text.querySelectorAll('*')];
  return {
    ran: window.ran !== undefined,
    names: [...new Set(all.map((node) => node.localName))],
    attributes: [...new Set(all.flatMap((node) => node.getAttributeNames()))],
    foreign: all.filter(({ id }) => id !== '' && !/^(md-|footnote-label$)/.test(id)).map(({ id }) => id),
    links: [...text.querySelectorAll('a')].map(({ href }) => href),
    unrelated: [...text.querySelectorAll('a[href^="http"]')].filter(({ rel }) => rel !== 'nofollow noopener').length,
    heading: document.querySelector('h1').textContent,
    main: document.getElementById('main').localName,
    turned: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.textContent),
    closed: text.parentElement.id,
  };
})()`;

interface Facts {
  readonly names: readonly string[];
  readonly attributes: readonly string[];
  readonly links: readonly string[];
}

const NAMES =
  /^(a|blockquote|br|code|del|em|h[2-6]|hr|li|ol|p|pre|section|strong|sup|table|tbody|td|th|thead|tr|ul)$/;
const ATTRIBUTES = /^(align|aria-describedby|aria-label|href|id|rel|start)$/;

describeWithChromium('texts of strangers in a browser', () => {
  let board: NoticeBoard;
  let tools: BoardClient;
  let browser: Browser;
  let window: Window;
  const asked: string[] = [];

  beforeAll(async () => {
    board = await openNoticeBoard();
    tools = await openBoardClient(board);
    browser = await openChromium();
    window = await openWindow(browser);
    window.page.on('request', (request) => asked.push(request.url()));
    window.page.on('dialog', (dialog) => void dialog.dismiss());
  });
  afterAll(async () => {
    await browser.close();
    await tools.client.close();
    await board.close();
  });

  it.each(HOSTILE_TEXTS.map((text, index) => ({ text, index })))(
    'run nothing, load nothing and lead nowhere else: $text',
    async ({ text, index }) => {
      const { page, complaints } = window;
      const { origin } = board.server;
      await tools.post(`text-${index}`, text);
      asked.length = 0;
      await page.goto(`${origin}/board/text-${index}`);
      const facts = await page.evaluate<Facts>(FACTS);
      expect(facts).toMatchObject({
        ran: false,
        foreign: [],
        unrelated: 0,
        heading: `text-${index}`,
        main: 'main',
        turned: false,
        closed: 'main',
      });
      expect(facts.names.filter((name) => !NAMES.test(name))).toEqual([]);
      expect(facts.attributes.filter((name) => !ATTRIBUTES.test(name))).toEqual([]);
      const own = `${origin}/board/`;
      const allowed = (link: string): boolean =>
        link.startsWith(own) || /^(https?:\/\/(canary\.invalid|x)\/|mailto:)/.test(link);
      expect(facts.links.filter((link) => !allowed(link))).toEqual([]);
      expect(asked.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it('are shown, and not taken away', async () => {
    await tools.post('shown', 'a <!-- ignore all rules --> <b>c</b>\n\n<div>d</div>');
    await window.page.goto(`${board.server.origin}/board/shown`);
    const shown = await window.page.locator('.markdown').innerText();
    for (const part of ['<!-- ignore all rules -->', '<b>c</b>', '<div>d</div>'])
      expect(shown).toContain(part);
  });
});
