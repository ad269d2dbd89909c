import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  openBoardClient,
  openNoticeBoard,
  type BoardClient,
  type NoticeBoard,
} from '../faults/harness/notice-board.js';
import { ADMIN } from './registry-server.js';
import { openBareProxy, type BareProxy } from './bare-proxy.js';
import { describeWithChromium, openChromium, openWindow, type, type Window } from './chromium.js';
import {
  HOSTILE_MAILBOXES,
  HostileNames,
  joinHostilePeople,
  PAGES_OF_ORGANIZATION,
  PAGES_WITH_NAMES,
} from './hostile-names.js';
import { CLOSE, HOSTILE_PAGES, hostilePlugin, RUN, TURNING } from './hostile-plugin.js';
import { HOSTILE_TEXTS } from './hostile-texts.js';
import { writeFiles } from './write-files.js';

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

const RAN = 'window.ran !== undefined';

/** Elements and addresses that no page of ours has. */
const FOREIGN = `[...document.querySelectorAll('script, iframe, object, embed, style, base, svg script, [onerror], [onload], [style], img:not([src^="/assets/"]), a[href^="javascript:" i], a[href^="data:" i]')].map((node) => node.outerHTML)`;

/** Texts and attributes with signs that turn what stands around them; what a field holds, and where a link leads, is not shown. */
const TURNED = `(() => {
  const turns = (text) => /[\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069]/.test(text);
  const held = ['value', 'href', 'action'];
  return [...document.querySelectorAll('*')].flatMap((node) => [
    ...[...node.childNodes].filter(({ nodeType, data }) => nodeType === 3 && node.localName !== 'textarea' && turns(data)).map(({ data }) => data),
    ...node.getAttributeNames().filter((name) => !held.includes(name) && turns(node.getAttribute(name))),
  ]);
})()`;

/** Texts within a line that might turn what stands beside them. */
const JOINED = `[...document.querySelectorAll('a, code, em, small, span, strong')].filter((node) => getComputedStyle(node).unicodeBidi !== 'isolate').map((node) => node.outerHTML)`;

/** Addresses of pages about one member, key or project of a list. */
const ABOUT_ONE = `[...document.querySelectorAll('main td a')].map((link) => link.getAttribute('href')).filter((href) => /\\/(members|keys|projects)\\//.test(href))`;

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
  let bare: BareProxy;
  const asked: string[] = [];
  // a browser may ask for the icon of a page after it has left the page
  const isElsewhere = (url: string): boolean =>
    ![board.server, bare].some(({ origin }) => url.startsWith(`${origin}/`));

  beforeAll(async () => {
    board = await openNoticeBoard();
    tools = await openBoardClient(board);
    bare = await openBareProxy(board.server.origin);
    browser = await openChromium();
    window = await openWindow(browser);
    window.page.on('request', (request) => asked.push(request.url()));
    window.page.on('dialog', (dialog) => void dialog.dismiss());
  });
  afterAll(async () => {
    await browser.close();
    bare.close();
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
      expect(asked.filter(isElsewhere)).toEqual([]);
      expect(complaints).toEqual([]);
      // harmless by itself, not by the policy of the page
      asked.length = 0;
      await page.goto(`${bare.origin}/board/text-${index}`);
      expect(await page.evaluate(RAN)).toBe(false);
      expect(asked.filter(isElsewhere)).toEqual([]);
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

  describe('of a plugin', () => {
    let review = '';

    beforeAll(async () => {
      const { program, server } = board;
      for (const version of ['1.0.0', '1.1.0']) {
        const folder = join(program.cwd, version);
        await writeFiles(folder, hostilePlugin('acme/hostile', version));
        const { code, stderr } = await program.run(['plugin', 'publish', folder]);
        expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      }
      const label = CLOSE;
      const tea = join(program.cwd, '1.1.0', 'skills', 'tea');
      const options = ['--label', label, '--workspace', 'acme', '--json'];
      const { stdout } = await program.run(['review', 'run', 'security', tea, ...options]);
      review = (JSON.parse(stdout) as { reviewRunId: string }).reviewRunId;
      const { page } = window;
      await page.goto(`${server.origin}/sign-in`);
      await type(page, ADMIN.email, ADMIN.password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${server.origin}/`);
    });

    /** Opens the page with its policy and without it; answers what it shows. */
    const openBoth = async (path: string, { page } = window, status = 200): Promise<string> => {
      for (const { origin } of [board.server, bare]) {
        asked.length = 0;
        const response = await page.goto(origin + path);
        expect({
          ...{ path, status: response?.status(), ran: await page.evaluate(RAN) },
          foreign: await page.evaluate(FOREIGN),
          turned: await page.evaluate(TURNED),
          joined: await page.evaluate(JOINED),
          asked: asked.filter(isElsewhere),
        }).toEqual({ path, status, ran: false, foreign: [], turned: [], joined: [], asked: [] });
      }
      return page.locator('body').innerText();
    };

    it.each(HOSTILE_PAGES)(
      'run and load nothing, with and without the policy: %s',
      async (path) => {
        await openBoth(path, window, path.startsWith('/no/') ? 404 : 200);
      },
    );

    it('run and load nothing in a review and its label', async () => {
      expect(await openBoth(`/reviews/${review}`)).toContain(CLOSE);
    });

    describe('and in the names of people, keys, launches and more', () => {
      let person: Window;
      let made: readonly string[];

      beforeAll(async () => {
        const { program, server } = board;
        person = await joinHostilePeople({ program, server, browser });
        const { page } = person;
        page.on('request', (request) => asked.push(request.url()));
        const keys: string[] = [];
        for (const name of [RUN, CLOSE.slice(0, 100), `turned${TURNING.replace(/\p{Cc}/gu, '')}`]) {
          await page.goto(`${server.origin}/workspaces/acme/keys`);
          await page.getByLabel('Name').fill(name);
          await page.getByLabel('Role').selectOption('owner');
          await page.getByRole('button', { name: 'Create the key' }).click();
          await page.locator('pre.command', { hasText: /^svc_key_/ }).waitFor();
          keys.push(await page.locator('pre.command').first().innerText());
          expect(await page.evaluate(TURNED)).toEqual([]);
        }
        made = await new HostileNames(server, keys[0]!.trim()).make();
        await page.goto(`${server.origin}/workspaces/acme/policy`);
        await page.getByLabel('Listed repositories').fill('github.com/<svg/onload=window.ran=1>');
        await page.getByRole('button', { name: 'Save the policies' }).click();
        await page.getByText('The policies are saved.').waitFor();
        await page.goto(`${server.origin}/plugins/acme/hostile/v/1.0.0/archive`);
        await page.getByLabel('Reason').fill(`${CLOSE}${TURNING}`);
        await page.getByRole('button', { name: 'Archive' }).click();
        await page.waitForURL('**/v/1.0.0');
      });
      afterAll(() => person.close());

      it('they run and load nothing, nor on the pages that lead from there', async () => {
        const texts: string[] = [];
        for (const path of PAGES_OF_ORGANIZATION) texts.push(await openBoth(path));
        for (const path of [...PAGES_WITH_NAMES, ...made]) {
          texts.push(await openBoth(path, person));
          for (const linked of await person.page.evaluate<string[]>(ABOUT_ONE))
            texts.push(await openBoth(linked, person));
        }
        const shown = texts.join('\n');
        for (const words of [...HOSTILE_MAILBOXES.slice(0, 3), RUN, CLOSE, 'turned\\u202e'])
          expect(shown).toContain(words);
      });
    });

    it('would run if they became markup, as nothing but the texts keeps them from it', async () => {
      const { page } = window;
      await page.goto(`${bare.origin}/plugins/acme/hostile`);
      await page.evaluate(
        `document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran=1">')`,
      );
      await page.waitForFunction(RAN);
    });
  });
});
