import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  defineError,
  defineModule,
  errorCatalogueKey,
  ExitCode,
  type ModuleErrors,
} from 'svc-registry/kernel';
import { builtInModules, startTestHost, type TestHost } from 'svc-registry/testing';
import { globSync } from 'tinyglobby';
import reference from '../../../modules/reference/module.js';
import { shelves } from '../../../modules/reference/server/shelves.js';
import { Browser } from '../web/browser.js';
import { startHttp, type HttpHost } from '../web/http-host.js';

const root = join(import.meta.dirname, '..', '..', '..');

/** A module of a third party, whose definition has the texts of the error only. */
const poll = defineModule({
  id: 'poll',
  api: '^1.0.0',
  summary: 'Polls',
  errors: [
    defineError<{ poll: string; open: readonly string[] }>({
      code: 'poll_closed',
      status: 409,
      exit: ExitCode.conflict,
      title: 'Poll <closed>',
      message: ({ poll }) => `The poll "${poll}" is closed; \`svc poll list\` shows the others.`,
      hint: ({ open }) => open.join(', '),
    }),
    defineError({
      code: 'not_found',
      status: 404,
      exit: ExitCode.notFound,
      title: 'No poll',
      message: () => 'There is no such poll.',
    }),
  ],
});

let host: TestHost;
let http: HttpHost;
let browser: Browser;

beforeAll(async () => {
  host = await startTestHost({ modules: [reference, poll] });
  http = await startHttp(host.kernel);
  browser = new Browser(http.origin);
});
afterAll(async () => {
  http.close();
  await host.stop();
});

const page = async (path: string): Promise<string> => {
  const { status, html } = await browser.get(path);
  expect([path, status]).toEqual([path, 200]);
  return html;
};

describe('the pages of errors', () => {
  it('list every code below its module', async () => {
    const html = await page('/errors');
    expect(html).toMatch(/id="kernel".*\/errors\/invalid_input.*id="poll".*\/errors\/poll_closed/s);
    expect(html).toContain('Poll &lt;closed&gt;');
  });

  it('explain a code', async () => {
    const html = await page('/errors/invalid_input');
    expect(html).toContain('<h1>invalid_input</h1>');
    expect(html).toContain('400 Bad Request');
    expect(html).toContain('3: invalid input');
    expect(html).toContain('Correct what is listed.');
  });

  it('show of another module what its definition has', async () => {
    const html = await page('/errors/poll_closed');
    expect(html).toMatch(
      /The poll &quot;&lt;poll&gt;&quot; is closed; <code>svc poll list<\/code> shows/,
    );
    expect(html).not.toContain('What to do');
  });

  it('show all meanings of a code', async () => {
    const html = await page('/errors/not_found');
    expect([...html.matchAll(/<h2>(.*)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'Not found',
      'Page not found',
      'No poll',
    ]);
  });

  it('are where problems say', async () => {
    const response = await fetch(`${http.origin}/none`, { headers: { accept: '*/*' } });
    const { type } = (await response.json()) as { type: string };
    // of the host, which is no module of this test
    expect(type).toBe('/errors/not_found');
  });

  it.each(['/errors/none', '/errors/', '/errors/%00', '/errors/a/b', '/errors/__proto__'])(
    'do not exist at %s',
    async (path) => {
      expect((await browser.get(path)).status).toBe(404);
    },
  );
});

describe('the built-in error codes', () => {
  let modules: readonly ModuleErrors[];
  beforeAll(async () => {
    const all = await startTestHost({ modules: await builtInModules() });
    modules = await (await all.get(errorCatalogueKey)).modules();
    await all.stop();
  });

  it('are all in the catalogue', () => {
    const files = globSync(['{modules/*,hosts/module}/contract/**/*errors.ts', 'kernel/api/*.ts'], {
      cwd: root,
    });
    const written = files.flatMap((file) => [
      ...readFileSync(join(root, file), 'utf8').matchAll(/^\s+code: '([a-z_]+)',$/gm),
    ]);
    const known = new Set(modules.flatMap(({ errors }) => errors.map(({ code }) => code)));
    expect(written.length).toBeGreaterThan(250);
    expect(written.map(([, code]) => code).filter((code = '') => !known.has(code))).toEqual([]);
  });

  it('have a meaning, a cause and a remedy', () => {
    const poor = modules.flatMap(({ module, errors }) =>
      errors
        .filter(({ title, cause, remedy }) => !title || !cause || !remedy)
        .map(({ code, cause, remedy }) => ({ module, code, cause, remedy })),
    );
    expect(poor).toEqual([]);
  });

  it('fit into an address', () => {
    for (const { errors } of modules)
      for (const { code } of errors) expect(code).toMatch(/^[a-z][a-z0-9_]*$/);
  });
});

describe('the foot of every page', () => {
  it('leads to errors and documents', async () => {
    const { html } = await browser.get('/none');
    const foot = /<footer.*<\/footer>/s.exec(html)?.[0];
    expect(foot).toContain('<a href="/docs">Docs</a>');
    expect(foot).toContain('<a href="/errors">Errors</a>');
  });
});

/** Bytes of a page that leave room for style and icon, of the 100 KB that all pages keep to. */
const MOST_BYTES = 65_000;

const hrefs = (html: string): string[] =>
  [...html.matchAll(/ href="(\/[^"]*|#[^"]*)"/g)].map(([, href = '']) => href);

describe('the documents', () => {
  it('are listed for their readers', async () => {
    const listed = shelves.flatMap(({ documents }) => documents);
    const written = globSync('docs/**/*.md', {
      cwd: root,
      ignore: ['docs/adr/0*', 'docs/reference/extension-points/*.*.md'],
    }).map((path) => path.replace(/^docs\/|(\/README)?\.md$/g, ''));
    expect([...listed].sort()).toEqual(written.sort());
    const html = await page('/docs');
    for (const name of listed) expect(html).toContain(`href="/docs/${name}"`);
    expect(html).toContain('Configuration of lnk: <code>feature</code>');
  });

  it('lead nowhere that does not exist, nor do their contents', async () => {
    const seen = new Map<string, string>();
    const left = ['/docs'];
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (seen.has(path)) continue;
      const html = await page(path);
      seen.set(path, html);
      const targets = hrefs(html).map((href) => href.replace(/#.*/, ''));
      left.push(...targets.filter((target) => target.startsWith('/docs')));
    }
    const ids = new Map(
      [...seen].map(([path, html]) => [path, new Set(html.match(/(?<= id=")[^"]+/g))]),
    );
    const broken = [...seen].flatMap(([path, html]) =>
      hrefs(html)
        .filter((href) => href.includes('#'))
        .filter((href) => {
          const [target = '', id = ''] = href.split('#');
          return ids.get(target || path)?.has(decodeURIComponent(id)) !== true;
        })
        .map((href) => `${path} → ${href}`),
    );
    expect(broken).toEqual([]);
    const long = [...seen].filter(([, html]) => Buffer.byteLength(html) > MOST_BYTES);
    expect(long.map(([path, html]) => `${path}: ${Buffer.byteLength(html)}`)).toEqual([]);
    const records = globSync('docs/**/*.md', { cwd: root });
    expect(seen.size).toBe(records.length + 1);
  });

  it('have one title, sections below it, and no link to a file that does not ship', async () => {
    const html = await page('/docs/guides/tool-server');
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).toMatch(
      /<title>The tool server · svc<\/title>.*<h1>The tool server<\/h1>.*<h2 id="md-/s,
    );
    expect(html).toContain('the test names the others');
    expect(html).not.toContain('conformance.test.ts');
  });

  it.each([
    '/docs/',
    '/docs/none',
    '/docs/guides',
    '/docs/guides%2Fpolicies',
    '/docs/..%2F..%2Fpackage.json',
    '/docs/%2e%2e/%2e%2e/package',
    '/docs/guides/%ff',
    '/docs/__proto__',
    '/docs/reference/surface.json',
  ])('do not exist at %s', async (path) => {
    expect((await browser.get(path)).status).toBe(404);
  });
});
