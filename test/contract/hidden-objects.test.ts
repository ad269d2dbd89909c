import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AnyOperation, BoundOperation } from 'svc-registry/kernel';
import { builtInModules } from '../../hosts/testing/built-in-modules.js';
import type { OperationManifest } from '../../kernel/index.js';
import { createWorkspace } from '../../modules/identity/contract/index.js';
import { createProject } from '../../modules/project/contract/operations.js';
import { publishTile } from '../../modules/registry/contract/operations.js';
import { pagesPoint, type PageData } from '../../modules/web/contract/index.js';
import { absentLike, differences } from './authorization/absent.js';
import type { AccessCase, Call, Fixture } from './authorization/access-case.js';
import { accessCases } from './module-calls.js';
import {
  addSchemas,
  ask,
  seen,
  type Question,
  type Seen,
  type Variation,
} from './authorization/over-http.js';
import { outsidersOf, type Outsider } from './authorization/outsiders.js';
import { pageAddresses } from './authorization/page-addresses.js';
import { createWorld, type World } from './authorization/world.js';
import { describeEachDatabase } from './databases.js';
import { shareOf } from './databases-by-day.js';
import { archiveOf } from './registry/registry-host.js';
import { startHttp, type HttpHost } from './web/http-host.js';

const declarations = await builtInModules();
const bound: readonly BoundOperation[] = declarations.flatMap(({ operations = [] }) => operations);
const operations: readonly AnyOperation[] = bound.map(({ operation }) => operation);

const operationIn = (name: string): string => name.split(' ', 1)[0]!;
const isOnObject = (id: string): boolean =>
  operations.some((operation) => operation.id === id && typeof operation.access === 'object');

/** How the objects of a place can be referred to, rightly and wrongly. */
const ways: Readonly<Record<string, (fixture: Fixture) => Fixture>> = {
  'by name': (fixture) => fixture,
  'by id': (fixture) => ({ ...fixture, ...fixture.ids }),
  'by id in capitals': (fixture) => ({ ...fixture, ...inCapitals(fixture.ids) }),
  'by full name': (fixture) => ({
    ...fixture,
    workspace: `${fixture.organization}/${fixture.workspace}`,
  }),
  'by name in capitals': ({ plugin, organization, workspace, project, ...fixture }) => ({
    ...fixture,
    ...inCapitals({ organization, workspace, project }),
    plugin: inCapitals(plugin),
  }),
};

function inCapitals<T extends object>(names: T): T {
  return Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, (name as string).toUpperCase()]),
  ) as T;
}

/** What else a client can say with a request: what it has, which part it wants, what it takes. */
function manners({ http }: OperationManifest, etag: string): readonly Variation[] {
  if (http?.method !== 'GET')
    return [
      { headers: { accept: 'text/html' } },
      { headers: { 'if-match': etag, 'idempotency-key': 'probe' } },
    ];
  const has = [etag, `W/${etag}`, `"x", ${etag}`, '*'].map((tag) => ({ 'if-none-match': tag }));
  const part = [{ range: 'bytes=0-0' }, { range: 'bytes=0-0', 'if-range': etag }];
  const since = ['if-modified-since', 'if-unmodified-since'].map((name) => ({
    [name]: 'Sun, 01 Mar 2026 09:00:00 GMT',
  }));
  const others = [
    { 'cache-control': 'only-if-cached, max-stale' },
    { accept: 'text/html' },
    { 'if-match': etag },
  ];
  const headers: Record<string, string>[] = [...has, ...part, ...since, ...others];
  return [
    ...headers.map((each) => ({ headers: each })),
    { method: 'HEAD' },
    { method: 'HEAD', headers: { 'if-none-match': etag } },
  ];
}

/** What else a browser says that has what it asks for, and what a program says. */
const browsing = (etag: string): readonly Variation[] => [
  ...[{}, { 'if-none-match': etag }, { 'if-none-match': '*' }, { range: 'bytes=0-0' }].map(
    (headers) => ({ headers }),
  ),
  { headers: { accept: 'application/json' } },
  { method: 'HEAD' },
];

/** Whether a cache that many people share may keep the answer (RFC 9111, section 3). */
const mayBeShared = ({ headers }: Seen): boolean =>
  !/\b(private|no-store)\b/.test(headers['cache-control'] ?? '');

const replaced = (text: string, words: ReadonlyMap<string, string>): string =>
  [...words].reduce((result, [word, other]) => result.replaceAll(word, other), text);

/** An answer about what is not there, in the words of one about what is hidden. */
const inWords = ({ status, headers, body }: Seen, words: ReadonlyMap<string, string>): Seen => ({
  status,
  headers: JSON.parse(replaced(JSON.stringify(headers), words)) as Seen['headers'],
  body: replaced(body, words),
});

/** Words that are in every part of what is published while outsiders look. */
const SECRET = 'kingfisher';
const VISIT = `svc_visit=${'v'.repeat(32)}`;

/** What outsiders ask lists and searches for. */
const queries = [
  SECRET,
  `rival/${SECRET}`,
  'dives',
  `pkg:npm/${SECRET}`,
  `https://example.com/${SECRET}`,
  'rival',
  '',
];
const questions: Readonly<Record<string, readonly unknown[]>> = {
  query: queries,
  purls: [[`pkg:npm/${SECRET}`, 'pkg:npm/absent']],
  type: ['skills', 'docs', 'rules'],
  workspace: ['rival', 'globex/rival', `${SECRET}-nest`],
  org: ['globex'],
  pageSize: ['1'],
};

/** Every question on its own, and those about words for each kind of thing. */
function inputsOf({ input }: OperationManifest): readonly object[] {
  const fields = Object.keys(input?.['properties'] ?? {}).filter((field) => field in questions);
  const single = fields.flatMap((field) => questions[field]!.map((value) => ({ [field]: value })));
  const typed = fields.includes('type')
    ? queries.flatMap((query) => questions['type']!.map((type) => ({ query, type })))
    : [];
  return [{}, ...single, ...typed];
}

const pages = declarations
  .flatMap(({ contributes = [] }) => contributes)
  .filter(({ point }) => point === pagesPoint.id)
  .map(({ data }) => (data as PageData).path);
/** What crawlers and others try. */
const elsewhere = [
  ...queries.map((query) => `/search?q=${encodeURIComponent(query)}`),
  ...['skills', 'docs', 'rules'].map((type) => `/search?q=dives&type=${type}`),
  ...['/search?facet=hooks:yes', '/search?sort=newest', '/search?workspace=rival'],
  ...['/search?org=globex', `/search?q=${SECRET}&workspace=globex/rival&facet=hooks:yes`],
  ...[`/v1/badges/rival/${SECRET}`, '/workspaces/rival/plugins', '/runs?workspace=rival'],
  '/health',
  '/openapi.json',
  '/sitemap.xml',
  '/robots.txt',
  `/badges/rival/${SECRET}`,
  `/rival/${SECRET}`,
  `/v1/tiles/rival/${SECRET}/`,
];

describeEachDatabase('what is hidden', (database) => {
  let world: World;
  let http: HttpHost;
  let fixture: Fixture;
  let insider: string;
  let outsiders: readonly Outsider[];
  let manifests: readonly OperationManifest[];

  beforeAll(async () => {
    const others = declarations.filter(({ id }) => id !== 'persistence' && id !== 'identity');
    world = await createWorld(database, others, { SVC_RATE_LIMITS: 'all=off' });
    const kernel = world.server.host.server!;
    manifests = await addSchemas(kernel, operations);
    http = await startHttp(kernel);
    fixture = world.fixtures.other;
    insider = await world.server.newSession('rival@example.com');
    outsiders = await outsidersOf(world.server, fixture, insider);
  });
  afterAll(async () => {
    http.close();
    await world.server.stop();
  });

  const answer = (question: Question, variation?: Variation): Promise<Seen> =>
    ask(http.origin, question, variation);

  /** What those know who have had the object. They are shown it, in answers that no shared cache may keep. */
  async function etagOf(
    operation: OperationManifest,
    call: Call,
    { allowed = [''] }: AccessCase,
  ): Promise<string> {
    // where those who may call it get an error, nobody has had the object
    if (operation.effect !== 'read' || !allowed.includes('')) return '"x"';
    const question = { operation, call, token: insider };
    const shown = await answer(question);
    const etag = shown.headers['etag'] ?? '"x"';
    const again = await answer(question, { headers: { 'if-none-match': etag } });
    expect([shown.status, again.status]).toEqual([
      200,
      operation.http?.output === 'file' && etag !== '"x"' ? 304 : 200,
    ]);
    expect([shown, again].some(mayBeShared)).toBe(false);
    return etag;
  }

  const browse = (path: string, browser?: string, { method = 'GET', headers }: Variation = {}) => {
    // a stranger's, without which every form would be another one
    const cookie = browser === undefined ? VISIT : `svc_session=${browser}`;
    const init = { method, headers: { cookie, accept: 'text/html', ...headers } };
    return seen(new URL(path, http.origin), init);
  };

  /** Everything that lists, searches and pages show to somebody, by what was asked. */
  async function view({
    token,
    browser,
  }: Omit<Outsider, 'who'>): Promise<ReadonlyMap<string, Seen>> {
    const answers = new Map<string, Seen>();
    for (const operation of manifests.filter(
      ({ access, effect }) => typeof access === 'string' && effect === 'read',
    )) {
      for (const input of inputsOf(operation))
        answers.set(
          `${operation.id} ${JSON.stringify(input)}`,
          await answer({ operation, call: { input }, token }),
        );
    }
    for (const path of [...pages.map((page) => page.replace(/:\w+/g, SECRET)), ...elsewhere]) {
      for (const accept of ['text/html', 'application/json'])
        answers.set(`${path} ${accept}`, await browse(path, browser, { headers: { accept } }));
    }
    return answers;
  }

  async function publishSecret(version: string): Promise<void> {
    const run = { type: 'command', command: 'node', args: ['check.js'] };
    const hooks = { PreToolUse: [{ matcher: 'Edit', hooks: [run] }] };
    const sketch = {
      name: `rival/${SECRET}`,
      version,
      private: true,
      description: `The ${SECRET} dives`,
      skills: { [SECRET]: `A ${SECRET} that dives` },
      rules: { [SECRET]: `# ${SECRET}` },
      files: {
        'README.md': `# ${SECRET}\n\nDives: https://example.com/${SECRET} pkg:npm/${SECRET}`,
      },
      extra: { describes: `pkg:npm/${SECRET}`, homepage: `https://example.com/${SECRET}`, hooks },
    };
    await world.server.host.invoke(
      publishTile,
      { workspace: 'rival' },
      { token: insider, upload: await archiveOf(sketch) },
    );
  }

  it('changes nothing of what lists, searches and pages show to others', async () => {
    const { invoke } = world.server.host;
    const browser = await world.server.newSession('rival@example.com', { kind: 'page' });
    const everybody = [...outsiders, { who: 'the insider', token: insider, browser }];
    const before = new Map<string, ReadonlyMap<string, Seen>>();
    for (const each of everybody) before.set(each.who, await view(each));
    for (const version of ['1.0.0', '1.1.0']) await publishSecret(version);
    await invoke(
      createProject,
      { workspace: 'rival', name: SECRET, sourceUri: `https://example.com/${SECRET}.git` },
      { token: insider },
    );
    await invoke(
      createWorkspace,
      { name: `${SECRET}-nest`, orgId: fixture.organization },
      { token: insider },
    );
    for (const each of outsiders)
      expect([each.who, await view(each)]).toEqual([each.who, before.get(each.who)]);
    const changed = [...(await view(everybody.at(-1)!))].filter(
      ([question, told]) => !isDeepStrictEqual(told, before.get('the insider')!.get(question)),
    );
    expect(changed.map(([question]) => question.split(' ')[0])).toEqual(
      expect.arrayContaining([
        'registry.listTiles',
        'registry.searchRegistry',
        'registry.matchTiles',
        'registry.listAvailableSkills',
        'identity.listWorkspaces',
        '/',
        `/search?q=${SECRET}`,
        '/search?q=dives&type=skills',
        '/search?facet=hooks:yes',
        '/workspaces/rival/plugins',
      ]),
    );
  });

  describe('is to people what is not there, after a member has looked at it', () => {
    it.each(shareOf(Object.keys(pageAddresses), database))('%s', async (name) => {
      const address = pageAddresses[name]!;
      const hidden = await address(fixture);
      const member = await world.server.newSession('rival@example.com', { kind: 'page' });
      const shown = await browse(hidden, member);
      expect([200, 303]).toContain(shown.status);
      expect(mayBeShared(shown)).toBe(false);
      const etag = shown.headers['etag'] ?? '"x"';
      const nowhere = absentLike(fixture);
      // a plugin is absent also where the workspace has others
      const beside = { ...nowhere, name: fixture.name };
      for (const place of name.startsWith('plugin') ? [nowhere, beside] : [nowhere])
        await compare(hidden, await address(place), browsing(etag));
    });

    async function compare(hidden: string, absent: string, variations: readonly Variation[]) {
      const named = hidden.split(/[/?]/);
      const words = new Map(absent.split(/[/?]/).map((part, at) => [part, named[at]!]));
      const visitors = outsiders.filter(
        ({ token, browser }) => token === undefined || browser !== undefined,
      );
      for (const { who, browser } of visitors)
        for (const variation of variations) {
          const found = await browse(hidden, browser, variation);
          const expected = inWords(await browse(absent, browser, variation), words);
          expect({ who, variation, ...found }).toEqual({ who, variation, ...expected });
          expect([303, 401, 403, 404]).toContain(found.status);
          expect(mayBeShared(found)).toBe(false);
        }
    }
  });

  describe('is answered as what is not there', () => {
    const names = Object.keys(accessCases).filter((name) => isOnObject(operationIn(name)));
    it.each(shareOf(names, database))('%s', async (name) => {
      const operation = manifests.find(({ id }) => id === operationIn(name))!;
      const accessCase = accessCases[name]!;
      const strangers = outsiders.filter(
        ({ ofOrganization }) => !(accessCase.wide && ofOrganization),
      );
      for (const [way, referred] of Object.entries(ways)) {
        const hidden = await accessCase.call(referred(fixture), 'private');
        const absent = await accessCase.call(referred(absentLike(fixture)), 'private');
        const words = differences(hidden.input, absent.input);
        expect(words.size).toBeGreaterThan(0);
        const usual = way === 'by name';
        const variations = usual
          ? manners(operation, await etagOf(operation, hidden, accessCase))
          : [];
        for (const { who, token, knowing } of strangers.filter(
          (stranger) => usual || stranger.knowing,
        )) {
          for (const variation of [{}, ...(knowing ? variations : [])]) {
            const about = { way, who, variation };
            const found = await answer({ operation, call: hidden, token }, variation);
            const expected = inWords(
              await answer({ operation, call: absent, token }, variation),
              words,
            );
            expect({ ...about, ...found }).toEqual({ ...about, ...expected });
            expect([401, 403, 404]).toContain(found.status);
            expect(mayBeShared(found)).toBe(false);
          }
        }
      }
    });
  });
});
