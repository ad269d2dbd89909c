import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { searchRegistry, unpublishTile } from '../../../modules/registry/contract/operations.js';
import type { SearchInput } from '../../../modules/registry/contract/search.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost } from './registry-host.js';

describeEachDatabase('searching', (database) => {
  let registry: RegistryHost;

  beforeAll(async () => {
    registry = await RegistryHost.start(await database.create());
    await registry.publish({
      name: 'acme/code-review',
      description: 'Reviews pull requests',
      skills: { 'find-bugs': 'Finds subtle defects in changes' },
      rules: { naming: '# Naming things\n\nUse clear words.' },
      files: {
        'README.md': '# Code review\n\nInstallation needs a torque wrench.',
        'docs/manual.md': '# The manual\n\nGoes deep.',
      },
      extra: {
        docs: './docs/manual.md',
        repository: 'https://github.com/acme/code-review.git',
        describes: 'pkg:npm/express@4.18.2',
        homepage: 'https://acme.example/',
      },
    });
    await registry.publish({ name: 'acme/review', description: 'Café helper' });
    await registry.publish({
      name: 'acme/linter',
      description: 'Lints; mentions review and review again, review',
    });
    await registry.publish({
      name: 'acme/hidden-review',
      description: 'Reviews in secret',
      private: true,
      skills: { whisper: 'Talks quietly' },
      extra: { describes: 'pkg:npm/hidden' },
    });
    await registry.publish(
      { name: 'other/review-tool', description: 'Another' },
      { token: 'outsider' },
    );
  });
  afterAll(async () => {
    await registry.stop();
  });

  const search = (input: SearchInput, token?: string) =>
    registry.invoke(searchRegistry, input, { token });
  /** A cursor behind everything. */
  const lastPage = async (query: string): Promise<string> => {
    let { next } = await search({ query, pageSize: 100 });
    let last = await search({ query, pageSize: 1 });
    expect(next).toBeNull();
    for (next = last.next; next !== null; next = last.next)
      last = await search({ query, pageSize: 1, after: next });
    return last.prev!;
  };
  const plugins = async (input: SearchInput, token?: string) =>
    (await search(input, token)).data.map(({ plugin }) => plugin);

  it('finds plugins by name, the exact one first', async () => {
    const found = await plugins({ query: 'review' });
    expect(found[0]).toBe('acme/review');
    expect(new Set(found)).toEqual(
      new Set(['acme/review', 'acme/code-review', 'acme/linter', 'other/review-tool']),
    );
    // a name weighs more than a description, however often that has the word
    expect(found.at(-1)).toBe('acme/linter');
    expect((await plugins({ query: 'ACME/Code-Review' }))[0]).toBe('acme/code-review');
  });

  it('shows what a plugin is for', async () => {
    expect((await search({ query: 'pull' })).data).toEqual([
      {
        kind: 'plugin',
        plugin: 'acme/code-review',
        version: '1.0.0',
        name: 'acme/code-review',
        description: 'Reviews pull requests',
        private: false,
        matches: [{ field: 'description', words: ['pull'], ranges: [{ start: 8, end: 12 }] }],
      },
    ]);
  });

  it.each<[string, SearchInput, object[]]>([
    [
      'parts of a name, and another form of a word',
      { query: 'codereview request' },
      [
        { field: 'name', words: ['codereview'], ranges: [{ start: 5, end: 16 }] },
        { field: 'description', words: ['request'], ranges: [{ start: 13, end: 21 }] },
      ],
    ],
    [
      'words of the text behind',
      { query: 'subtle defects' },
      [{ field: 'text', words: ['subtle', 'defects'], ranges: [] }],
    ],
    [
      'an address',
      { query: 'pkg:npm/express' },
      [{ field: 'address', words: ['pkg:npm/express'], ranges: [] }],
    ],
  ])('says why something was found: %s', async (_why, query, matches) => {
    expect((await search(query)).data).toEqual([
      expect.objectContaining({ plugin: 'acme/code-review', matches }),
    ]);
  });

  it('says what was searched, and how many hits there are where', async () => {
    expect((await search({ query: 'review', pageSize: 1 })).meta).toEqual({
      kind: 'plugin',
      signedIn: false,
      total: 4,
      facets: [
        {
          facet: 'workspace',
          values: [
            { value: 'acme', count: 3 },
            { value: 'other', count: 1 },
          ],
        },
        { facet: 'hooks', values: [{ value: 'no', count: 4 }] },
        { facet: 'toolservers', values: [{ value: 'no', count: 4 }] },
      ],
    });
    expect((await search({ query: 'review', type: 'skills' }, 'owner')).meta).toMatchObject({
      kind: 'skill',
      signedIn: true,
      total: 0,
    });
    expect((await search({})).meta).toEqual({ kind: 'plugin', signedIn: false });
  });

  it.each<[string, string, string[]]>([
    ['a word of the description', 'pull', ['acme/code-review']],
    ['accents do not matter', 'CAFE', ['acme/review']],
    ['the beginning of a word', 'lin', ['acme/linter']],
    ['a skill of the plugin', 'subtle defects', ['acme/code-review']],
    ['a rule of the plugin', 'naming', ['acme/code-review']],
    ['some of the words', 'pull absent', ['acme/code-review']],
    ['none of the words', 'absent vanished', []],
    [
      'another form of a word',
      'reviewing linted',
      ['acme/linter', 'acme/code-review', 'acme/review', 'other/review-tool'],
    ],
    ['words of everyday questions do not count', 'how do i use the pull', ['acme/code-review']],
    ['words that follow each other', '"pull requests"', ['acme/code-review']],
    ['words that do not', '"requests pull"', []],
    ['quotes around a word, and one too many', '"pull" "', ['acme/code-review']],
    ['a wrong letter', 'lunter', ['acme/linter']],
    ['a missing letter', 'linte', ['acme/linter']],
    ['two exchanged letters', 'litner', ['acme/linter']],
    [
      'camel case',
      'codeReview pull',
      ['acme/code-review', 'acme/review', 'other/review-tool', 'acme/linter'],
    ],
    ['two words as one', 'codereview', ['acme/code-review']],
    ['one word as two', 'lin ter', ['acme/linter']],
    ['README words are not plugin words', 'torque', []],
    ['a repository', 'git+https://github.com/Acme/code-review.git', ['acme/code-review']],
    ['a homepage', 'https://acme.example', ['acme/code-review']],
    ['a package', 'pkg:npm/express', ['acme/code-review']],
    [
      'a package of another version, with qualifiers',
      ' pkg:NPM/Express@5?arch=any#x ',
      ['acme/code-review'],
    ],
    ['a package that nobody describes', 'pkg:npm/expres', []],
    ['a repository as it is cloned', 'git@github.com:acme/code-review.git', ['acme/code-review']],
    ['a homepage over http, with www', 'http://www.acme.example/#about', ['acme/code-review']],
    ['an address that nobody names', 'https://acme.example/other', []],
    ['only punctuation', '"*():^-+', []],
  ])('%s', async (_what, query, expected) => {
    expect(await plugins({ query })).toEqual(expected);
  });

  it('finds skills, rules and READMEs where it is asked to', async () => {
    expect((await search({ query: 'bugs', type: 'skills' })).data).toEqual([
      expect.objectContaining({
        kind: 'skill',
        name: 'find-bugs',
        path: 'skills/find-bugs',
        plugin: 'acme/code-review',
      }),
    ]);
    expect((await search({ query: 'things', type: 'rules' })).data).toEqual([
      expect.objectContaining({
        kind: 'rule',
        name: 'naming',
        description: 'Naming things',
        path: 'rules/naming.md',
      }),
    ]);
    expect((await search({ query: 'torque wrench', type: 'docs' })).data).toEqual([
      expect.objectContaining({
        kind: 'doc',
        name: 'Code review',
        path: 'README.md',
        plugin: 'acme/code-review',
      }),
    ]);
    expect((await search({ query: 'deep manual', type: 'docs' })).data).toEqual([
      expect.objectContaining({
        kind: 'doc',
        name: 'The manual',
        path: 'docs/manual.md',
        plugin: 'acme/code-review',
      }),
    ]);
  });

  it('finds the parts of plugins that name an address', async () => {
    const found = await search({ query: 'pkg:npm/express', type: 'skills' });
    expect(found.data).toEqual([
      expect.objectContaining({ kind: 'skill', name: 'find-bugs', plugin: 'acme/code-review' }),
    ]);
    expect((await search({ query: 'https://acme.example', type: 'rules' })).data).toMatchObject([
      { kind: 'rule', name: 'naming' },
    ]);
    expect((await search({ query: 'https://acme.example', type: 'docs' })).data).toHaveLength(2);
  });

  it('shows by their addresses, too, private plugins to members only', async () => {
    expect(await plugins({ query: 'pkg:npm/hidden' })).toEqual([]);
    expect(await plugins({ query: 'pkg:npm/hidden' }, 'outsider')).toEqual([]);
    expect(await plugins({ query: 'pkg:npm/hidden' }, 'member')).toEqual(['acme/hidden-review']);
    expect(await plugins({ query: 'pkg:npm/hidden', workspace: 'other' }, 'member')).toEqual([]);
  });

  it.each([
    'pkg:',
    'pkg:npm',
    'pkg:npm/100%',
    'pkg:npm/\0',
    'https://',
    'https://a\0b',
    'http://[::1',
  ])('says what is wrong with %j', async (query) => {
    await expect(search({ query })).rejects.toMatchObject({
      code: 'address_invalid',
      status: 400,
      exit: 3,
      hint: expect.stringContaining(
        query.startsWith('pkg:') ? 'pkg:npm/express' : 'https://github.com',
      ),
    });
  });

  it('shows private plugins to members only', async () => {
    expect(await plugins({ query: 'secret' })).toEqual([]);
    expect(await plugins({ query: 'secret' }, 'outsider')).toEqual([]);
    expect(await plugins({ query: 'secret' }, 'member')).toEqual(['acme/hidden-review']);
    expect(await plugins({ query: 'whisper', type: 'skills' })).toEqual([]);
  });

  it('narrows to a workspace or an organization, for those who are signed in', async () => {
    expect(await plugins({ query: 'review', workspace: 'other' }, 'member')).toEqual([
      'other/review-tool',
    ]);
    expect(await plugins({ query: 'review', workspace: 'acme-inc/other' }, 'member')).toEqual([
      'other/review-tool',
    ]);
    expect(
      await plugins({ query: 'review', workspace: registry.people.workspaces[1]!.id }, 'member'),
    ).toEqual(['other/review-tool']);
    expect(await plugins({ query: 'review', workspace: 'absent-inc/other' }, 'member')).toEqual([]);
    expect(await plugins({ query: 'lints', org: 'acme-inc' }, 'outsider')).toEqual(['acme/linter']);
    expect(await plugins({ query: 'lints', org: 'absent' }, 'outsider')).toEqual([]);
    await expect(search({ workspace: 'acme' })).rejects.toMatchObject({ code: 'sign_in_required' });
    await expect(search({ org: 'acme-inc' })).rejects.toMatchObject({ code: 'sign_in_required' });
    await expect(search({ org: 'acme-inc', workspace: 'acme' }, 'member')).rejects.toMatchObject({
      code: 'filters_exclude',
    });
  });

  it('without a query lists everything by name, page by page', async () => {
    const first = await search({ pageSize: 3 });
    expect(first.data.map(({ plugin }) => plugin)).toEqual([
      'acme/code-review',
      'acme/linter',
      'acme/review',
    ]);
    const second = await search({ pageSize: 3, after: first.next! });
    expect(second.data.map(({ plugin }) => plugin)).toEqual(['other/review-tool']);
    expect(second.next).toBeNull();
    expect((await search({ pageSize: 3, before: second.prev! })).data).toEqual(first.data);
  });

  it.each([
    '1; DROP',
    '{}',
    '[]',
    '[3,0,"a/b",""]',
    '[0,1e999,"a/b",""]',
    '[0,0,null,""]',
    '[0,0,"a\\u0000",""]',
    '[0,0,"a/b","\\ud800"]',
  ])('takes no cursor that it has not given out: %s', async (text) => {
    for (const query of ['', 'review']) {
      const after = Buffer.from(text).toString('base64url');
      await expect(search({ query, after })).rejects.toMatchObject({ code: 'bad_cursor' });
    }
  });

  it.each(['', 'walrus'])(
    'shows whatever is there throughout once, in both directions, while others are published: "%s"',
    async (query) => {
      const tag = query === '' ? 'plain' : 'ranked';
      const publish = (name: string, description: string) =>
        registry.publish({ name: `acme/${name}`, description });
      const there: string[] = [];
      for (let at = 0; at < 7; at += 1) {
        there.push(`acme/${tag}-m${at}`);
        await publish(`${tag}-m${at}`, `A walrus ${'and something else '.repeat(at)}`);
      }
      const walk = async (
        direction: 'next' | 'prev',
        from: Partial<Record<'after' | 'before', string>>,
      ): Promise<string[]> => {
        const seen: string[] = [];
        let input: typeof from | undefined = from;
        for (let round = 0; input !== undefined; round += 1) {
          const page: Awaited<ReturnType<typeof search>> = await search({
            query,
            pageSize: 2,
            ...input,
          });
          seen.push(...page.data.map(({ plugin }) => plugin));
          const cursor = page[direction];
          input =
            cursor === null
              ? undefined
              : direction === 'next'
                ? { after: cursor }
                : { before: cursor };
          if (round >= 4) continue;
          // ahead of all, and behind all, by name as by rank
          await publish(`${tag}-${direction}-a${round}`, 'walrus walrus walrus');
          await publish(`${tag}-${direction}-z${round}`, `walrus ${'far away '.repeat(40)}`);
        }
        return seen.filter((plugin) => there.includes(plugin));
      };
      const forwards = await walk('next', {});
      expect([...forwards].sort()).toEqual(there);
      const last = await lastPage(query);
      expect((await walk('prev', { before: last })).sort()).toEqual(there);
    },
  );

  it('goes on where an entry stood that is gone', async () => {
    for (const name of ['okapi', 'okapi-b', 'zebra'])
      await registry.publish({ name: `acme/${name}`, description: 'Okapi' });
    const first = await search({ query: 'okapi', pageSize: 2 });
    expect(first.data.map(({ plugin }) => plugin)).toEqual(['acme/okapi', 'acme/okapi-b']);
    await registry.invoke(
      unpublishTile,
      { workspace: 'acme', tile: 'okapi-b' },
      { token: 'publisher' },
    );
    const second = await search({ query: 'okapi', pageSize: 2, after: first.next! });
    expect(second.data.map(({ plugin }) => plugin)).toEqual(['acme/zebra']);
  });

  it('says which hits are weak', async () => {
    const { data } = await search({ query: 'pull unheard unseen untold' });
    expect(data).toEqual([expect.objectContaining({ plugin: 'acme/code-review', weak: true })]);
  });

  it('knows the latest version only', async () => {
    await registry.publish({
      name: 'acme/moving',
      version: '1.0.0',
      description: 'Ancient wording',
    });
    await registry.publish({
      name: 'acme/moving',
      version: '2.0.0',
      description: 'Modern wording',
    });
    await registry.publish({
      name: 'acme/moving',
      version: '1.1.0',
      description: 'Medieval wording',
    });
    expect(await plugins({ query: 'ancient' })).toEqual([]);
    expect(await plugins({ query: 'medieval' })).toEqual([]);
    expect((await search({ query: 'wording' })).data).toEqual([
      expect.objectContaining({ version: '2.0.0', description: 'Modern wording' }),
    ]);
  });

  it.each([{ workspace: '\0' }, { workspace: 'acme-inc/a\0b' }, { org: '\0' }])(
    'finds nothing under %j',
    async (input) => {
      expect((await search(input, 'member')).data).toEqual([]);
    },
  );
});
