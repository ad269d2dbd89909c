import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { contribute, defineModule } from 'svc-registry/kernel';
import { frontPagePoint, type FrontPart } from 'svc-registry/web';
import { Browser } from '../web/browser.js';
import { startHttp, type HttpHost } from '../web/http-host.js';
import { RegistryHost } from './registry-host.js';

class BrokenPart implements FrontPart {
  section(): Promise<undefined> {
    return Promise.reject(new Error('no'));
  }
}
const broken = defineModule({
  id: 'broken-part',
  api: '^1.0.0',
  summary: 'A part that fails',
  requires: ['web'],
  contributes: [
    contribute(
      frontPagePoint,
      'broken-part.part',
      { summary: 'Broken part', for: 'anyone', order: 50 },
      () => Promise.resolve(BrokenPart),
    ),
  ],
});

let registry: RegistryHost;
let http: HttpHost;
let browser: Browser;
const page = async (path: string): Promise<string> => (await browser.get(path)).html;
const hitsIn = (html: string): string[] =>
  [...html.matchAll(/<h[23]><a href="\/plugins\/([^"]+)"/g)].map(([, name = '']) => name);

beforeAll(async () => {
  registry = await RegistryHost.start({ env: {} }, [broken]);
  http = await startHttp(registry.host.kernel);
  browser = new Browser(http.origin);
  await registry.publish({ name: 'acme/review', description: 'Reviews <b>code</b>' });
  await registry.publish({
    name: 'acme/guard',
    description: 'Guards code',
    extra: { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'echo' }] }] } },
    skills: { watch: 'Watches code' },
  });
  await registry.publish({ name: 'acme/secret', description: 'Secret code', private: true });
});
afterAll(async () => {
  http.close();
  await registry.stop();
});

it('a search marks what was looked for, and escapes everything', async () => {
  const html = await page('/search?q=code');
  expect(hitsIn(html).sort()).toEqual(['acme/guard', 'acme/review']);
  expect(html).toContain('Reviews &lt;b&gt;<mark>code</mark>&lt;/b&gt;');
  expect(html).not.toContain('ecret');
  expect(html).toContain('<title>code · Search · svc</title>');
});

it('the whole search stands in its address, and each value leads to what it counts', async () => {
  const html = await page('/search?q=code&sort=newest');
  const href = /href="([^"]*facet=hooks%3Ayes[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  expect(href).toBe('/search?q=code&sort=newest&facet=hooks%3Ayes');
  const narrowed = await page(href!);
  expect(hitsIn(narrowed)).toEqual(['acme/guard']);
  expect(narrowed).toContain('<input type="hidden" name="facet" value="hooks:yes">');
  expect(narrowed).toContain('href="/search?q=code&amp;sort=newest" aria-current="true"');
});

it('leads from plugins to skills with the words, and to the file of each', async () => {
  const html = await page('/search?q=watches&type=skills');
  expect(hitsIn(html)).toEqual(['acme/guard/v/1.0.0/files/skills/watch/SKILL.md']);
});

it.each([
  ['nothing found', '/search?q=zebra&facet=hooks%3Ayes', 'the same without filters'],
  ['an address that is none', '/search?q=pkg%3Anonsense', 'role="alert"'],
  [
    'a facet that nobody knows',
    '/search?facet=colour%3Ared',
    'narrowed by “colour”|"colour"|colour',
  ],
  ['an order that nobody knows', '/search?sort=colour', 'role="alert"'],
  ['a cursor of nothing', '/search?after=nonsense', 'role="alert"'],
])('%s says what to try', async (_what, path, text) => {
  const seen = await browser.get(path);
  expect(seen.status).toBe(200);
  expect(seen.html).toMatch(new RegExp(text));
});

it('the front page shows strangers recent plugins, how to install one, and a sentence for what fails', async () => {
  const html = await page('/');
  expect(html.match(/<h1>/g)).toHaveLength(1);
  expect(hitsIn(html).sort()).toEqual(['acme/guard', 'acme/review']);
  expect(html).toContain('svc install acme/');
  expect(html).toContain('“Broken part” could not be shown.');
  expect(html).not.toContain('ecret');
});

it('a server that is closed to strangers shows them none of it', async () => {
  registry.people.publicReading = false;
  const html = await page('/');
  registry.people.publicReading = true;
  expect(html).toContain('<h1>Plugins for your coding agents</h1>');
  expect(html).not.toMatch(/\/plugins\/|name="q"/);
});
