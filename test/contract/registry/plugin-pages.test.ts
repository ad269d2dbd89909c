import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { contribute, defineModule } from 'svc-registry/kernel';
import install from '../../../modules/install/module.js';
import jobs from '../../../modules/jobs/module.js';
import { readDatabaseKey, unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import {
  pluginPagePoint,
  type PluginPart,
  type PluginPartData,
  type ShownPlugin,
} from '../../../modules/registry/contract/plugin-page.js';
import { publishTile, unpublishVersion } from '../../../modules/registry/contract/operations.js';
import registry from '../../../modules/registry/module.js';
import { view } from '../../../modules/web/contract/index.js';
import { describeByDayOn } from '../databases-by-day.js';
import { PASSWORD, startIdentity, type IdentityServer } from '../identity-server.js';
import { StatementLog } from '../statement-log.js';
import { Browser, csrfIn, type Seen } from '../web/browser.js';
import { startHttp, type HttpHost } from '../web/http-host.js';
import { archiveOf, type PluginSketch } from './registry-host.js';

const template = new URL('plugin-part.njk', import.meta.url);
const HOUR = 60 * 60_000;
const BIDI = '\u202egnp.exe';

class Votes implements PluginPart {
  show({ version }: ShownPlugin) {
    const text = `<script>alert(1)</script>${BIDI}`;
    return Promise.resolve(view(template, { version: version.version, text }));
  }
}
class Broken implements PluginPart {
  show(): Promise<undefined> {
    throw new Error('the votes are lost');
  }
}
class Hanging implements PluginPart {
  show(): Promise<undefined> {
    return new Promise(() => undefined);
  }
}
class Unprintable implements PluginPart {
  show() {
    // the template wants more than this
    return Promise.resolve(view(template));
  }
}
class Compared implements PluginPart {
  show({ version, before }: ShownPlugin) {
    const text = `compared with ${before?.version ?? 'none'}`;
    return Promise.resolve(view(template, { version: version.version, text }));
  }
}
class Nothing implements PluginPart {
  show() {
    return Promise.resolve(undefined);
  }
}

const part = (id: string, place: PluginPartData['place'], code: new () => PluginPart) =>
  contribute(pluginPagePoint, id, { title: `The ${id}`, place, order: 5 }, () =>
    Promise.resolve(code),
  );
const votes = defineModule({
  id: 'votes',
  api: '^1.0.0',
  summary: 'Votes',
  requires: ['registry'],
  contributes: [
    part('votes', 'tab', Votes),
    part('lost', 'tab', Broken),
    part('hanging', 'tab', Hanging),
    part('absent', 'tab', Nothing),
    part('lost-section', 'section', Broken),
    part('unprintable', 'tab', Unprintable),
    part('unprintable-section', 'section', Unprintable),
    part('unprintable-side', 'side', Unprintable),
    part('compared', 'difference', Compared),
    part('lost-difference', 'difference', Broken),
  ],
});

const hooks = {
  PreToolUse: [
    {
      matcher: 'Edit',
      hooks: [
        { type: 'command', command: 'node', args: ['check me.js'], env: { A: { fromEnv: 'B' } } },
      ],
    },
  ],
};
const servers = {
  mcpServers: {
    issues: { type: 'stdio', command: 'npx', args: ['-y', 'issues'], env: { KEY: '${KEY}' } },
    docs: { type: 'http', url: 'https://docs.example/mcp', headers: { 'X-Key': '${KEY}' } },
  },
};
const rich: PluginSketch = {
  name: 'acme/review',
  description: `Reviews ${BIDI} <b>well</b>`,
  extra: { hooks, license: 'MIT', homepage: 'javascript:alert(1)' },
  skills: { review: 'Use when a change is reviewed' },
  rules: { style: `Be brief. <i>Really</i> ${BIDI}` },
  files: {
    'README.md': '# Hello\n\nSee [the skill](skills/review/SKILL.md). <script>alert(1)</script>\n',
    '.mcp.json': JSON.stringify(servers),
  },
};

describeByDayOn('sqlite', 'the pages of plugins', (database) => {
  let server: IdentityServer;
  let http: HttpHost;
  let publisher: string;
  const people = new Map<string, Browser>();

  beforeAll(async () => {
    server = await startIdentity(database, { modules: [jobs, registry, install, votes] });
    http = await startHttp(server.host.kernel);
    publisher = await server.firstAdmin('publisher@example.com', 'acme-inc');
    await server.newWorkspace(publisher, 'acme');
    for (const [name, role] of [
      ['member', 'member'],
      ['outsider', undefined],
    ] as const)
      await server.newcomer(publisher, {
        email: `${name}@example.com`,
        organization: 'acme-inc',
        ...(role && { workspace: { name: 'acme', role } }),
      });
    for (const name of ['publisher', 'member', 'outsider']) {
      const browser = new Browser(http.origin);
      await browser.submit('/sign-in', { email: `${name}@example.com`, password: PASSWORD });
      people.set(name, browser);
    }
    people.set('stranger', new Browser(http.origin));
    await publish(rich);
  });
  afterAll(async () => {
    http.close();
    await server.stop();
  });

  const publish = async (sketch: PluginSketch) =>
    server.host.invoke(
      publishTile,
      { workspace: 'acme', ...(sketch.private !== true && { public: true }) },
      { token: publisher, upload: await archiveOf(sketch) },
    );
  const change = async (statement: string) =>
    (await server.host.get(unitOfWorkKey)).run((manager) => manager.query<unknown>(statement));
  const get = (path: string, who = 'stranger'): Promise<Seen> => people.get(who)!.get(path);
  const textOf = ({ html }: Seen) =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&#92;', '\\')
      .replace(/\s+/g, ' ');

  describe('the first tab', () => {
    it('shows what the plugin is, brings and runs, and how to get it', async () => {
      const seen = await get('/plugins/acme/review');
      expect(seen.status).toBe(200);
      const text = textOf(seen);
      for (const words of [
        'Reviews \\u202egnp.exe <b>well</b>',
        'v1.0.0 public not scanned',
        'Use when a change is reviewed',
        'Be brief. <i>Really</i> \\u202egnp.exe',
        'License MIT',
        '1 skill, 1 rule, 2 tool servers, 1 hook',
        "node 'check me.js'",
        'A=$B',
        'npx -y issues',
        'KEY=${KEY}',
        'https://docs.example/mcp',
        'svc install acme/review --agent codex',
        'OpenClaw no place for rules, tool servers, hooks',
        'Codex takes all of it',
      ])
        expect(text).toContain(words);
      expect(seen.html).toContain(
        'href="/plugins/acme/review/v/1.0.0/files/skills/review/SKILL.md"',
      );
      expect(seen.html).not.toMatch(/<script|<b>well|<i>Really|href="javascript|\u202e/);
      expect(seen.html).toContain('<title>acme/review 1.0.0 · svc</title>');
    });

    it('says where a part of another module has failed, and the log says why', async () => {
      const text = textOf(await get('/plugins/acme/review'));
      for (const name of ['lost-section', 'unprintable-section', 'unprintable-side'])
        expect(text).toContain(`The ${name} This part cannot be shown now.`);
      expect(text).toContain('License MIT');
      for (const words of ['a part of a page of a plugin failed', 'a part of a page cannot be'])
        expect(JSON.stringify(server.host.log)).toContain(words);
    });

    it('offers changes only to those who may make them', async () => {
      expect(textOf(await get('/plugins/acme/review', 'publisher'))).toContain('Archive version');
      for (const who of ['stranger', 'member'])
        expect(textOf(await get('/plugins/acme/review', who))).not.toContain('Archive version');
      for (const path of ['archive', 'unpublish', 'v/1.0.0/archive', 'v/1.0.0/unpublish']) {
        expect((await get(`/plugins/acme/review/${path}`, 'member')).status).toBe(403);
        expect((await get(`/plugins/acme/review/${path}`)).headers.get('location')).toContain(
          '/sign-in',
        );
      }
    });

    it('shows no README that is too long, and leads to the files', async () => {
      await publish({ name: 'acme/long', files: { 'README.md': 'word '.repeat(200_000) } });
      const seen = await get('/plugins/acme/long');
      expect(textOf(seen)).toContain('It has no README, or one that is too long for a page.');
      expect(seen.html.length).toBeLessThan(50_000);
      const fits = `# Long\n\n${'word '.repeat(52_400)}`;
      await publish({ name: 'acme/fits', files: { 'README.md': fits } });
      expect((await get('/plugins/acme/fits')).html).toContain('word word');
    });
  });

  describe('a tab', () => {
    it('is what its module shows, of the latest version and of any other', async () => {
      for (const path of ['/plugins/acme/review/votes', '/plugins/acme/review/v/1.0.0/votes']) {
        const seen = await get(path);
        expect(textOf(seen)).toContain('Votes for 1.0.0: <script>alert(1)</script>\\u202egnp.exe');
        expect(seen.html).not.toContain('<script');
      }
    });

    it.each([
      ['security', 'does not review plugins, because the module review is not loaded'],
      ['quality', 'does not judge the quality of plugins, because the module review'],
      ['evaluations', 'does not evaluate plugins, because the module eval is not loaded'],
      ['lost', 'This part cannot be shown now.'],
      ['hanging', 'This part cannot be shown now.'],
      ['unprintable', 'This part cannot be shown now.'],
      ['absent', 'There is nothing of the kind for version 1.0.0.'],
    ])('%s says why it is empty', async (tab, words) => {
      const seen = await get(`/plugins/acme/review/${tab}`);
      expect([seen.status, textOf(seen)]).toEqual([200, expect.stringContaining(words)]);
    });

    it('that nobody knows is not there', async () => {
      expect((await get('/plugins/acme/review/nothing')).status).toBe(404);
    });
  });

  describe('moderation', () => {
    const SECRET = 'Xyzzy';
    beforeAll(async () => {
      const texts = { rules: { a: SECRET }, files: { 'README.md': SECRET } };
      await publish({ name: 'acme/hidden', skills: { a: SECRET }, ...texts });
    });
    const setState = async (state: string, why: string | null = null) => {
      const error = why === null ? 'NULL' : `'${why}'`;
      const ofHidden = `(SELECT id FROM registry_tiles WHERE full_name = 'acme/hidden')`;
      await change(
        `UPDATE registry_versions SET state = '${state}', moderation_error = ${error} WHERE tile_id = ${ofHidden}`,
      );
      await change(
        `UPDATE registry_tiles SET latest_version_id = NULL WHERE full_name = 'acme/hidden'`,
      );
    };

    it.each([
      ['pending', 'being scanned', 'There is nothing to do'],
      ['fail', 'blocked', 'svc server moderation clear acme/hidden@1.0.0'],
      ['error', 'scan failed', 'svc plugin publish'],
    ])('%s: why, and what to do, for members only', async (state, badge, next) => {
      await setState(state, 'It sends a key');
      for (const path of ['', '/v/1.0.0', '/versions', '/security'])
        for (const who of ['publisher', 'member', 'stranger']) {
          const seen = await get(`/plugins/acme/hidden${path}`, who);
          expect(seen.status).toBe(200);
          expect(seen.html).not.toContain(SECRET);
          expect(textOf(seen)).toContain(badge);
        }
      for (const who of ['stranger', 'member', 'publisher'])
        for (const path of [
          '/v/1.0.0/files',
          '/v/1.0.0/files/rules/a.md',
          '/v/1.0.0/raw/rules/a.md',
        ])
          expect((await get(`/plugins/acme/hidden${path}`, who)).status).toBe(403);
      expect((await get('/plugins/acme/hidden/diff/1.0.0/1.0.0', 'member')).status).toBe(403);
      expect(textOf(await get('/plugins/acme/hidden', 'member'))).toContain(next);
      expect(textOf(await get('/plugins/acme/hidden'))).not.toContain(next);
      expect(textOf(await get('/plugins/acme/hidden'))).not.toContain('It sends a key');
    });

    it.each([
      ['pass', 'passed moderation'],
      ['skipped', 'not scanned'],
    ])('%s: everything is shown', async (state, badge) => {
      await setState(state);
      const seen = await get('/plugins/acme/hidden');
      expect(seen.html).toContain(SECRET);
      expect(textOf(seen)).toContain(badge);
    });
  });

  describe('versions', () => {
    it('are listed in parts, with what to compare them with', async () => {
      for (let patch = 0; patch < 51; patch += 1)
        await publish({ name: 'acme/many', version: `1.0.${patch}` });
      const first = await get('/plugins/acme/many/versions');
      expect(textOf(first)).toContain('1.0.50 latest');
      expect(first.html).toContain('href="/plugins/acme/many/diff/1.0.49/1.0.50"');
      expect(first.html).toContain('href="/plugins/acme/many/diff/1.0.0/1.0.1"');
      expect(first.html).not.toContain('href="/plugins/acme/many/v/1.0.0"');
      const more = /href="([^"]*after=[^"]*)"/.exec(first.html)![1]!;
      const second = await get(more);
      expect(second.html).toContain('href="/plugins/acme/many/v/1.0.0"');
      expect(textOf(second)).toContain('the first one');
    });

    it('say when they are not the latest', async () => {
      const seen = await get('/plugins/acme/many/v/1.0.3');
      expect(textOf(seen)).toContain('Version 1.0.3 is older than the latest, 1.0.50.');
      expect(textOf(seen)).toContain('svc install acme/many@1.0.3');
    });

    it('that were withdrawn between the list and the click are named as gone', async () => {
      const version = '1.0.7';
      await server.host.invoke(
        unpublishVersion,
        { workspace: 'acme', tile: 'many', version },
        { token: publisher },
      );
      const at = '/plugins/acme/many/v/1.0.7';
      const file = '.svc-plugin/plugin.json';
      const links = [
        at,
        `${at}/security`,
        `${at}/files`,
        `${at}/files/${file}`,
        `${at}/raw/${file}`,
      ];
      const compared = ['1.0.6/1.0.7', '1.0.7/1.0.8'].map(
        (two) => `/plugins/acme/many/diff/${two}`,
      );
      for (const link of [...links, ...compared])
        for (const who of ['stranger', 'publisher']) {
          const seen = await get(link, who);
          expect([link, seen.status]).toEqual([link, 410]);
          expect(textOf(seen)).toContain('acme/many@1.0.7 was unpublished');
        }
      for (const form of ['archive', 'unpublish'])
        expect((await get(`${at}/${form}`, 'publisher')).status).toBe(410);
      const late = { csrf: csrfIn(await get('/', 'publisher')), archived: 'yes' };
      const sent = await people.get('publisher')!.post(`${at}/archive`, late);
      expect([sent.status, textOf(sent)]).toEqual([
        410,
        expect.stringContaining('was unpublished'),
      ]);
      expect((await get('/plugins/acme/many/versions')).html).not.toContain('/v/1.0.7"');
      expect((await get('/plugins/acme/many/v/9.9.9')).status).toBe(404);
    });
  });

  describe('changes', () => {
    const author = () => people.get('publisher')!;

    it('archive and restore a plugin and a version, with a reason', async () => {
      await publish({ name: 'acme/old', version: '1.0.0' });
      await publish({ name: 'acme/old', version: '1.1.0' });
      const archived = { archived: 'yes', reason: `Use acme/review ${BIDI}` };
      await author().submit('/plugins/acme/old/v/1.1.0/archive', archived);
      const version = textOf(await get('/plugins/acme/old/v/1.1.0'));
      expect(version).toContain(
        'Version 1.1.0 has been archived since 2026-03-01: Use acme/review',
      );
      expect(version).toContain('only projects that have it in their lock install it');
      expect(textOf(await get('/plugins/acme/old'))).toContain('v1.0.0');
      const done = await author().submit('/plugins/acme/old/archive', { archived: 'yes' });
      expect(done.headers.get('location')).toBe('/plugins/acme/old');
      expect(textOf(await get('/plugins/acme/old'))).toContain(
        'This plugin has been archived since',
      );
      expect(textOf(await author().get('/plugins/acme/old/archive'))).toContain(
        'Restore acme/old?',
      );
      await author().submit('/plugins/acme/old/archive', { archived: 'no' });
      expect(textOf(await get('/plugins/acme/old'))).not.toContain('This plugin is archived');
    });

    it('unpublish a version, then the plugin, and name the refusal of what is too old', async () => {
      await publish({ name: 'acme/gone', version: '1.0.0' });
      await publish({ name: 'acme/gone', version: '1.1.0' });
      expect(textOf(await author().get('/plugins/acme/gone/v/1.1.0/unpublish'))).toContain(
        'This cannot be undone.',
      );
      const version = await author().submit('/plugins/acme/gone/v/1.1.0/unpublish');
      expect(version.headers.get('location')).toBe('/plugins/acme/gone/versions');
      server.later(-49 * HOUR);
      await publish({ name: 'acme/late' });
      server.later(49 * HOUR);
      const late = await author().submit('/plugins/acme/late/unpublish');
      expect([late.status, textOf(late)]).toEqual([409, expect.stringContaining('48 hours ago')]);
      const plugin = await author().submit('/plugins/acme/gone/unpublish');
      expect(plugin.headers.get('location')).toBe('/');
      expect((await get('/plugins/acme/gone', 'publisher')).status).toBe(404);
    });
  });

  describe('files', () => {
    const at = '/plugins/acme/papers/v/1.0.0';
    const CODE = `<script>alert("${BIDI}")</script>`;
    beforeAll(async () => {
      await publish({
        name: 'acme/papers',
        files: {
          'README.md': `---\ntitle: x\n---\n\n# Hello\n\n[run](bin/run.js) ${CODE}\n`,
          'bin/run.js': `const a = 1;\n// ${CODE}\n`,
          'docs/a&b #%+;.txt': 'odd',
          'docs/long.txt': Array.from({ length: 5000 }, (_, line) => `line ${line + 1}`).join('\n'),
          'docs/lines.txt': '\n'.repeat(1_000_000),
          'docs/signs.txt': `${'漢<"'.repeat(100)}\n`.repeat(1000),
          'docs/long.md': `---\ntitle: x\n---\n${'`<` '.repeat(8000)}\n\n${'- <\n'.repeat(3000)}`,
          'docs/wide.json': JSON.stringify({ a: 'x'.repeat(1024 * 1024) }),
          'empty.txt': '',
          'data.bin': 'a\0b',
          ...Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`many/${1000 + n}`, '.'])),
        },
      });
    });

    it('are listed in parts, and below a folder', async () => {
      const seen = await get(`${at}/files`);
      expect(textOf(seen)).toContain('Files 211');
      expect(seen.html).toContain(`href="${at}/files/docs/a%26b%20%23%25%2B%3B.txt"`);
      const [, next = ''] = /href="([^"]*)">Next page/.exec(seen.html) ?? [];
      const rest = textOf(await get(next));
      expect(rest).toContain('many/ 1199');
      expect(rest).not.toContain('README.md');
      const folder = textOf(await get(`${at}/files/docs`));
      expect(folder).toContain('docs/ long.txt');
      expect(folder).not.toContain('README.md');
      expect(textOf(await get(`${at}/files/docs/a%26b%20%23%25%2B%3B.txt`))).toContain('1 odd');
    });

    it.each([
      'absent',
      'bin/',
      'bin//run.js',
      '../x',
      'bin/%2e%2e/x',
      'BIN/run.js',
      'a%00b',
      '%ff',
    ])('at %s are not there', async (path) => {
      expect((await get(`${at}/files/${path}`)).status).toBe(404);
      expect((await get(`${at}/raw/${path}`)).status).toBe(404);
    });

    it('show their text in colours, each line at an address', async () => {
      const { html } = await get(`${at}/files/bin/run.js`);
      expect(html).toContain(
        '<span id="L1"><a href="#L1">1</a><span class="k">const</span> a = <span class="n">1</span>;',
      );
      expect(html).toContain('&lt;script&gt;alert("\\u202egnp.exe")&lt;/script&gt;');
      expect(html).not.toMatch(/<script|\u202e/);
    });

    it('show Markdown as text or as a document', async () => {
      const text = await get(`${at}/files/README.md`);
      expect(text.html).toContain('<a href="#L5">5</a>');
      const laidOut = await get(`${at}/files/README.md?as=document`);
      expect(laidOut.html).toContain('<h2 id="md-hello">Hello</h2>');
      expect(laidOut.html).toContain(`href="${at}/files/bin/run.js"`);
      expect(laidOut.html).toContain('<code>title: x</code>');
      expect(laidOut.html).not.toMatch(/<script/);
    });

    it('are shown in parts when they are long, with the line that was asked for', async () => {
      const seen = await get(`${at}/files/docs/long.txt`);
      expect(textOf(seen)).toMatch(/lines 1 to \d+ of 5000/);
      expect(seen.html.length).toBeLessThan(75_000);
      const part = await get(`${at}/files/docs/long.txt?line=4000`);
      expect(part.html).toContain('<span id="L4000"><a href="#L4000">4000</a>line 4000');
      const wide = await get(`${at}/files/docs/wide.json`);
      expect(textOf(wide)).toContain('more characters');
      expect(wide.html.length).toBeLessThan(20_000);
      const signs = await get(`${at}/files/docs/signs.txt`);
      expect(Buffer.byteLength(signs.html)).toBeLessThan(75_000);
      const lines = textOf(await get(`${at}/files/docs/lines.txt`));
      expect(lines).toContain('too large to be shown');
    });

    it('are laid out in parts when they are long', async () => {
      const seen = await get(`${at}/files/docs/long.md?as=document`);
      expect(Buffer.byteLength(seen.html)).toBeLessThan(75_000);
      expect(seen.html).toContain('<code>title: x</code>');
      const [, next = ''] = /href="([^"]*)">Next page/.exec(seen.html) ?? [];
      const rest = await get(next.replaceAll('&amp;', '&'));
      expect(Buffer.byteLength(rest.html)).toBeLessThan(75_000);
      expect(rest.html).not.toContain('title: x');
      expect(rest.html).toContain('Back to the first page');
    });

    it('say what they are when they are no text', async () => {
      expect(textOf(await get(`${at}/files/data.bin`))).toMatch(
        /Download 3 bytes This file is no text\. .*SHA-256 [0-9a-f]{64}/,
      );
      expect(textOf(await get(`${at}/files/empty.txt`))).toContain('The file is empty.');
    });

    it('are downloaded, and never shown by the browser', async () => {
      const { html, headers } = await get(`${at}/raw/bin/run.js`);
      expect(html).toContain(CODE);
      expect(headers.get('content-disposition')).toBe('attachment; filename=run.js');
      expect(headers.get('content-security-policy')).toContain('sandbox');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });
  });

  describe('the difference of two versions', () => {
    const diff = '/plugins/acme/diff/diff';
    const same = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`same/${n}`, 'same']));
    beforeAll(async () => {
      const lines = Array.from({ length: 3000 }, (_, line) => `${line}`);
      const files = {
        ...{ 'a.txt': 'one\ntwo\n', 'gone.txt': 'gone <i>', 'x.bin': '\0', ...same },
        'long.txt': lines.join('\n'),
        'tangled.txt': lines.join(' a\n'),
      };
      await publish({ name: 'acme/diff', files });
      await publish({
        name: 'acme/diff',
        version: '1.1.0',
        files: {
          ...{ 'a.txt': 'one\n2 <b>\n', 'new.txt': 'new', 'x.bin': '\0\0', ...same },
          'long.txt': lines.map((line) => (Number(line) % 9 === 0 ? `${line}!` : line)).join('\n'),
          'tangled.txt': lines.join(' b\n'),
        },
      });
      await publish({
        name: 'acme/diff',
        version: '1.2.0',
        files: {
          ...{ 'big.txt': lines.join('\n'), 'signs.txt': '"<"<\n'.repeat(20_000) },
          'wide.txt': `short\n${'x'.repeat(1000)}\n`,
        },
      });
    });

    it('names what other modules know first, then files with their lines', async () => {
      const seen = await get(`${diff}/1.0.0/1.1.0`);
      const text = textOf(seen);
      for (const words of [
        'Changes from 1.0.0 to 1.1.0',
        'The compared Votes for 1.1.0: compared with 1.0.0',
        'The lost-difference This part cannot be shown now.',
        'Files 1 added, 1 removed, 5 changed',
        '1 one 2 - two 2 + 2 <b>',
        '1 + new',
        '1 - gone <i>',
        'It is no text, so its lines are not compared.',
        'It is too long to be compared here.',
      ])
        expect(text).toContain(words);
      expect(text).not.toContain('same/1');
      expect(seen.html).not.toMatch(/<b>\s*<|<i>/);
      expect(seen.html.length).toBeLessThan(75_000);
      expect(text.indexOf('The compared')).toBeLessThan(text.indexOf('Files 1 added'));
    });

    it('shows a file alone, in parts when it is long', async () => {
      const seen = await get(`${diff}/1.0.0/1.1.0?file=long.txt`);
      const [, next = ''] = /href="([^"]*)">Next page/.exec(seen.html) ?? [];
      expect(next).toContain('&amp;part=2');
      const rest = textOf(await get(next.replaceAll('&amp;', '&')));
      expect(rest).toContain('+ 1800!');
      expect((await get(`${diff}/1.0.0/1.1.0?file=none`)).status).toBe(404);
      const added = textOf(await get(`${diff}/1.1.0/1.2.0?file=big.txt`));
      expect(added).toContain('+ 500');
      const signs = await get(`${diff}/1.1.0/1.2.0?file=signs.txt`);
      expect(Buffer.byteLength(signs.html)).toBeLessThan(75_000);
    });

    it('says how much of a long line it leaves out, and leads to all of it', async () => {
      const { html } = await get(`${diff}/1.1.0/1.2.0?file=wide.txt`);
      const file = '/plugins/acme/diff/v/1.2.0/files/wide.txt';
      expect(html).toContain(`x… <a href="${file}?line=2#L2">600 more characters</a>`);
      const back = await get(`${diff}/1.2.0/1.1.0?file=wide.txt`);
      expect(back.html).toContain(`<a href="${file}?line=2#L2">600 more characters</a>`);
      expect((await get(file)).html).toContain('x'.repeat(1000));
    });

    it('is chosen in a form, and leads both ways', async () => {
      const seen = await get(`${diff}?from=1.0.0&to=1.1.0`);
      expect(seen.headers.get('location')).toBe(`${diff}/1.0.0/1.1.0`);
      // without a choice: what the latest version has changed
      expect((await get(diff)).headers.get('location')).toBe(`${diff}/1.1.0/1.2.0`);
      expect((await get('/plugins/acme/diff')).html).toContain(`href="${diff}"`);
      const { html } = await get(`${diff}/1.1.0/1.0.0`);
      expect(html).toContain(`href="${diff}/1.0.0/1.1.0"`);
      expect(html).toContain('<option value="1.0.0" selected>1.0.0</option>');
      expect(textOf(await get(`${diff}/1.0.0/1.0.0`))).toContain('The files of both versions are');
      expect((await get(`${diff}/1.0.0/9.0.0`)).status).toBe(404);
    });
  });

  it('a plugin with more than a page has room for is shown in parts', async () => {
    const readme = Array.from({ length: 2000 }, (_, at) => `Paragraph ${at} of \`<this>\`.`);
    const names = Array.from({ length: 300 }, (_, at) => `much-${at}`);
    const each = (text: string) => Object.fromEntries(names.map((name) => [name, text]));
    await publish({
      name: 'acme/much',
      skills: each('Use when a page is full'),
      rules: each('Be "brief".'.repeat(20)),
      files: { 'README.md': readme.join('\n\n') },
    });
    const seen = await get('/plugins/acme/much');
    expect(Buffer.byteLength(seen.html)).toBeLessThan(75_000);
    expect(textOf(seen)).toMatch(
      /Skills 300 .*Here are the first \d+ of them\. Show the files Rules 300 /,
    );
    expect(seen.html).toContain('Paragraph 0 of');
    const nextOf = ({ html }: Seen): string | undefined =>
      /href="([^"]*)">Next page/.exec(html)?.[1];
    let last: Seen = seen;
    for (let next = nextOf(seen); next !== undefined; next = nextOf(last)) {
      last = await get(next);
      expect(Buffer.byteLength(last.html)).toBeLessThan(75_000);
    }
    expect(last.html).toContain('Paragraph 1999 of');
  });

  it('a private plugin is to others what an absent one is, byte for byte', async () => {
    await publish({ name: 'acme/secret', private: true, files: { 'README.md': 'Hush' } });
    expect(textOf(await get('/plugins/acme/secret', 'member'))).toContain('members of acme');
    const paths = ['', '/versions', '/security', '/nothing', '/v/1.0.0', '/v/1.0.0/votes'];
    const files = ['/v/1.0.0/files', '/v/1.0.0/files/README.md', '/v/1.0.0/raw/README.md'];
    const compared = ['/diff/1.0.0/1.0.0', '/diff?from=1.0.0&to=1.0.0'];
    for (const path of [
      ...paths,
      ...files,
      ...compared,
      '/v/9.9.9',
      '/archive',
      '/v/1.0.0/unpublish',
    ])
      for (const who of ['stranger', 'outsider']) {
        const [secret, absent] = await Promise.all([
          get(`/plugins/acme/secret${path}`, who),
          get(`/plugins/acme/absent${path}`, who),
        ]);
        expect(secret.html.replaceAll('secret', 'absent')).toBe(absent.html);
        expect(secret.status).toBe(absent.status);
        expect(secret.headers.get('location')?.replace('secret', 'absent')).toBe(
          absent.headers.get('location') ?? undefined,
        );
      }
  });

  it('a page costs six statements at most', async () => {
    const statements = new StatementLog();
    const reads = await server.host.get(readDatabaseKey);
    const { manager } = reads;
    manager.connection.logger = statements;
    // TypeORM logs no statement that SQLite keeps prepared
    Object.assign(reads, {
      prepared: (sql: string, values: unknown[]) => manager.query(sql, values),
    });
    const count = async (path: string, who?: string) => {
      statements.statements.length = 0;
      await get(path, who);
      return statements.statements.length;
    };
    expect(await count('/plugins/acme/review')).toBeLessThanOrEqual(2);
    for (const path of ['/plugins/acme/review/v/1.0.0', '/plugins/acme/many/versions'])
      expect(await count(path, 'member')).toBeLessThanOrEqual(6);
  });
});
