import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contribute, defineModule } from 'svc-registry/kernel';
import { unitOfWorkKey } from '../../../modules/persistence/contract/db.js';
import {
  archiveVersion,
  downloadArchive,
  searchRegistry,
  viewTile,
} from '../../../modules/registry/contract/operations.js';
import {
  searchFactsKey,
  searchFactsPoint,
  type SearchFacts,
} from '../../../modules/registry/contract/search-facts.js';
import type { SearchInput } from '../../../modules/registry/contract/search.js';
import { Downloads } from '../../../modules/registry/server/facts/downloads.js';
import { describeEachDatabase } from '../databases.js';
import { RegistryHost, textOf } from './registry-host.js';

const licensing = defineModule({
  id: 'licensing',
  api: '^1.0.0',
  summary: 'Facts of three kinds',
  requires: ['registry'],
  contributes: [
    contribute(searchFactsPoint, 'license', { summary: 'License', type: 'text' }),
    contribute(searchFactsPoint, 'licensing.price', {
      summary: 'Price in cents',
      type: 'integer',
      order: 'ascending',
    }),
    contribute(searchFactsPoint, 'licensing.reviewed', {
      summary: 'When it was reviewed',
      type: 'instant',
      order: 'descending',
    }),
  ],
});

describeEachDatabase('search facts', (database) => {
  let registry: RegistryHost;
  let facts: SearchFacts;

  beforeEach(async () => {
    registry = await RegistryHost.start(await database.create(), [licensing]);
    facts = await registry.host.get(searchFactsKey);
  });
  afterEach(() => registry.stop());

  const search = (input: SearchInput, token?: string) =>
    registry.invoke(searchRegistry, input, { token });
  const names = async (input: SearchInput, token?: string) =>
    (await search(input, token)).data.map(({ plugin, name, kind }) =>
      kind === 'plugin' ? plugin.slice(plugin.indexOf('/') + 1) : name,
    );
  const idOf = async (tile: string) =>
    (await registry.invoke(viewTile, { workspace: 'acme', tile }, { token: 'member' })).id;
  const idOfLatest = async (tile: string) =>
    (await registry.invoke(viewTile, { workspace: 'acme', tile }, { token: 'member' })).latest!.id;
  const put = async (tile: string, values: Parameters<SearchFacts['put']>[1]) =>
    facts.put(await idOf(tile), values);
  const publish = async (...tiles: readonly string[]) => {
    for (const tile of tiles)
      await registry.publish({ name: `acme/${tile}`, description: 'A walrus' });
  };
  /** The facets besides those that the registry counts itself. */
  const facetsOf = async (input: SearchInput) =>
    ((await search(input)).meta.facets ?? []).filter(
      ({ facet }) => !['hooks', 'toolservers'].includes(facet),
    );
  /** All pages, forwards and then backwards. */
  const walk = async (input: SearchInput): Promise<[string[], string[]]> => {
    const [there, back]: [string[], string[]] = [[], []];
    let page = await search(input);
    for (; ; page = await search(Object.assign({}, input, { after: page.next }))) {
      there.push(...page.data.map(({ plugin }) => plugin));
      if (page.next === null) break;
    }
    for (; ; page = await search(Object.assign({}, input, { before: page.prev }))) {
      back.unshift(...page.data.map(({ plugin }) => plugin));
      if (page.prev === null) break;
    }
    return [there, back];
  };

  it('of type text are counted over all hits, also those of skills', async () => {
    await registry.publish({
      name: 'acme/a',
      description: 'A walrus',
      skills: { one: 'A walrus', two: 'Another walrus' },
    });
    await publish('b', 'c');
    for (const [tile, license] of Object.entries({ a: 'MIT', b: 'Apache-2.0' }))
      await put(tile, { license });
    const workspaces = (count: number) => ({
      facet: 'workspace',
      values: [{ value: 'acme', count }],
    });
    expect(await facetsOf({ query: 'walrus', pageSize: 1 })).toEqual([
      workspaces(3),
      {
        facet: 'license',
        values: [
          { value: 'Apache-2.0', count: 1 },
          { value: 'MIT', count: 1 },
        ],
      },
    ]);
    expect(await facetsOf({ query: 'walrus', type: 'skills' })).toEqual([
      workspaces(2),
      { facet: 'license', values: [{ value: 'MIT', count: 2 }] },
    ]);
    await put('a', { license: null });
    expect(await facetsOf({ query: 'walrus', type: 'skills' })).toEqual([
      workspaces(2),
      { facet: 'license', values: [] },
    ]);
  });

  it.each(['', 'walrus'])(
    'of other types sort hits as they say, plugins without them last: "%s"',
    async (query) => {
      await publish('a', 'b', 'c', 'd');
      await put('a', {
        'licensing.price': 900,
        'licensing.reviewed': new Date('2026-01-01T00:00:00Z'),
      });
      await put('b', { 'licensing.price': -5 });
      await put('d', {
        'licensing.price': 900,
        'licensing.reviewed': new Date('2026-02-01T00:00:00Z'),
      });
      expect(await names({ query, sort: 'licensing.price' })).toEqual(['b', 'a', 'd', 'c']);
      expect(await names({ query, sort: 'licensing.reviewed' })).toEqual(['d', 'a', 'b', 'c']);
      expect(await names({ query, sort: 'relevance' })).toEqual(['a', 'b', 'c', 'd']);
      expect(await names({ query, sort: 'licensing.price', workspace: 'acme' }, 'member')).toEqual([
        'b',
        'a',
        'd',
        'c',
      ]);
      await put('a', { 'licensing.price': -900 });
      expect(await names({ query, sort: 'licensing.price' })).toEqual(['a', 'b', 'd', 'c']);
    },
  );

  it('sort what has an address, and skills with their plugins', async () => {
    const extra = { repository: 'https://acme.example/tools' };
    await registry.publish({ name: 'acme/a', extra, skills: { one: 'Swims', two: 'Dives' } });
    await registry.publish({ name: 'acme/b', extra, skills: { three: 'Swims' } });
    await publish('c');
    await put('b', { 'licensing.price': 3 });
    await put('c', { 'licensing.price': 1 });
    expect(await names({ query: 'https://acme.example/tools', sort: 'licensing.price' })).toEqual([
      'b',
      'a',
    ]);
    expect(await names({ type: 'skills', sort: 'licensing.price' })).toEqual([
      'three',
      'one',
      'two',
    ]);
    expect(await names({ query: 'swims', type: 'skills', sort: 'licensing.price' })).toEqual([
      'three',
      'one',
    ]);
  });

  it('keep what hardly matches behind what does', async () => {
    await registry.publish({ name: 'acme/good', description: 'Tames walrus herds quietly' });
    await registry.publish({ name: 'acme/weak', description: 'A walrus' });
    await put('weak', { 'licensing.price': 1 });
    const { data } = await search({ query: 'tames herds quietly walrus', sort: 'licensing.price' });
    expect(data.map(({ plugin, weak }) => [plugin, weak])).toEqual([
      ['acme/good', undefined],
      ['acme/weak', true],
    ]);
  });

  it.each(['', 'walrus'])('narrow what is found to their values: "%s"', async (query) => {
    await publish('a', 'b', 'c');
    await registry.publish({ name: 'acme/secret', description: 'A walrus', private: true });
    for (const [tile, license] of Object.entries({ a: 'MIT', b: 'Apache:2', secret: 'MIT' }))
      await put(tile, { license });
    const narrowed = (facets: string[], token?: string) => names({ query, facets }, token);
    expect(await narrowed(['license:MIT'])).toEqual(['a']);
    expect((await narrowed(['license:MIT'], 'member')).sort()).toEqual(['a', 'secret']);
    expect(await narrowed(['license:Apache:2', 'hooks:no'])).toEqual(['b']);
    expect(await narrowed(['license:MIT', 'license:Apache:2'])).toEqual([]);
    expect(await narrowed(['license:a\0b'])).toEqual([]);
    expect(await names({ query, facets: ['license:MIT'], sort: 'newest' })).toEqual(['a']);
    for (const facet of ['price:1', 'downloads:1', 'license', ':MIT'])
      await expect(narrowed([facet])).rejects.toMatchObject({ code: 'facet_unknown' });
    // what strangers may not find is not counted for them either
    const counted = async (token?: string) => {
      const { total, facets = [] } = (await search({ query, count: true }, token)).meta;
      return [total, facets.find(({ facet }) => facet === 'license')?.values];
    };
    const mit = (count: number) => [
      { value: 'MIT', count },
      { value: 'Apache:2', count: 1 },
    ];
    expect(await counted()).toEqual([3, mit(1).reverse()]);
    expect(await counted('member')).toEqual([4, mit(2)]);
  });

  it('of a version are those of its plugin while it is the latest', async () => {
    await registry.publish({ name: 'acme/a', description: 'A walrus' });
    const first = await idOfLatest('a');
    await facts.putOfVersion(first, { license: 'MIT', 'licensing.price': 5 });
    expect(await names({ facets: ['license:MIT'] })).toEqual(['a']);
    registry.clock.now = new Date('2026-03-02T09:00:00.000Z');
    await registry.publish({ name: 'acme/a', version: '1.1.0', description: 'A walrus' });
    expect(await names({ facets: ['license:MIT'] })).toEqual([]);
    // of a version that is not the latest
    await facts.putOfVersion(first, { license: 'GPL' });
    expect(await names({ facets: ['license:GPL'] })).toEqual([]);
    await registry.invoke(
      archiveVersion,
      { workspace: 'acme', tile: 'a', version: '1.1.0', archived: true },
      { token: 'owner' },
    );
    expect(await names({ facets: ['license:GPL'] })).toEqual(['a']);
    await facts.putOfVersion(first, { license: null });
    expect(await names({ facets: ['license:GPL'] })).toEqual([]);
    await facts.putOfVersion('00000000-0000-4000-8000-000000000000', { license: 'MIT' });
  });

  it('say what the latest version brings and when it came', async () => {
    const hook = { hooks: [{ type: 'command', command: 'echo' }] };
    const servers = JSON.stringify({ mcpServers: { docs: { type: 'stdio', command: 'docs' } } });
    await registry.publish({ name: 'acme/a', extra: { hooks: { Stop: [hook] } } });
    registry.clock.now = new Date('2026-03-02T09:00:00.000Z');
    await registry.publish({ name: 'acme/b', files: { '.mcp.json': servers } });
    expect(await names({ facets: ['hooks:yes'] })).toEqual(['a']);
    expect(await names({ facets: ['toolservers:yes'] })).toEqual(['b']);
    expect(await names({ sort: 'newest' })).toEqual(['b', 'a']);
  });

  it('lists are counted where it is asked for, by type and by own organizations, too', async () => {
    await registry.publish({ name: 'acme/a', skills: { one: 'A walrus' } });
    const valuesOf = async (input: SearchInput, facet: string, token?: string) =>
      (await search(input, token)).meta.facets?.find((one) => one.facet === facet)?.values;
    expect((await search({})).meta.facets).toBeUndefined();
    expect(await valuesOf({ count: true }, 'workspace')).toEqual([{ value: 'acme', count: 1 }]);
    expect(await valuesOf({ count: true }, 'organization')).toBeUndefined();
    expect(await valuesOf({ count: true }, 'organization', 'member')).toEqual([]);
    expect(await valuesOf({ query: 'walrus', type: 'skills', count: true }, 'type')).toEqual([
      { value: 'skill', count: 1 },
      { value: 'plugin', count: 1 },
      { value: 'rule', count: 0 },
      { value: 'doc', count: 0 },
    ]);
  });

  it('lead through all pages, in both directions', async () => {
    const tiles = Array.from({ length: 7 }, (_, at) => `t${at}`);
    await publish(...tiles);
    const ids = await Promise.all(tiles.map(idOf));
    const values = fc.array(fc.option(fc.integer({ min: -2, max: 2 })), {
      minLength: 7,
      maxLength: 7,
    });
    const orders = fc.constantFrom<[string, 1 | -1, SearchInput]>(
      ['licensing.price', 1, { sort: 'licensing.price' }],
      ['licensing.price', 1, { sort: 'licensing.price', query: 'walrus' }],
      ['downloads', -1, { sort: 'downloads' }],
      ['downloads', -1, { query: 'walrus' }],
    );
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.integer({ min: 1, max: 4 }),
        orders,
        async (given, pageSize, [fact, sign, input]) => {
          for (const [at, value] of given.entries()) await facts.put(ids[at]!, { [fact]: value });
          // of hits that match alike, those that were never downloaded stand like those that were 0 times
          const none = input.sort === undefined ? 0 : Infinity;
          const ranked = given.map((value, at) => ({
            name: `acme/${tiles[at]}`,
            rank: value === null ? none : value * sign,
          }));
          const expected = ranked
            .sort((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
            .map(({ name }) => name);
          expect(await walk(Object.assign({ pageSize }, input))).toEqual([expected, expected]);
          await Promise.all(ids.map((id) => facts.put(id, { [fact]: null })));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('are searched by names that there are, and with cursors of the same order', async () => {
    await publish('a', 'b', 'c');
    for (const sort of ['price', 'license', '']) {
      await expect(search({ sort })).rejects.toMatchObject({
        code: 'sort_unknown',
        hint: 'They are sorted by relevance, downloads, newest, licensing.price, licensing.reviewed.',
      });
    }
    for (const query of ['', 'walrus']) {
      const { next } = await search({ query, pageSize: 1 });
      await expect(search({ query, sort: 'downloads', after: next! })).rejects.toMatchObject({
        code: 'bad_cursor',
      });
    }
    for (const location of [
      '[[2,0],"acme/a",""]',
      '[[0,1.5],"acme/a",""]',
      '[[0,1e20],"acme/a",""]',
      '[[0],"acme/a",""]',
      '[0,"acme/a",""]',
    ]) {
      const after = Buffer.from(location).toString('base64url');
      await expect(search({ sort: 'downloads', after })).rejects.toMatchObject({
        code: 'bad_cursor',
      });
    }
  });

  it('take only what was contributed, of its type', async () => {
    await publish('a');
    await expect(put('a', { licence: 'MIT' })).rejects.toThrow(
      'No module contributes the search fact "licence"',
    );
    for (const license of ['', 'x'.repeat(201), 'a\0b', '\ud800', 3, new Date(0)])
      await expect(put('a', { license })).rejects.toThrow(
        'The search fact "license" takes a text of 1 to 200 characters',
      );
    for (const value of [1.5, 2 ** 53, Number.NaN, '3', new Date(0)])
      await expect(put('a', { 'licensing.price': value })).rejects.toThrow(
        'The search fact "licensing.price" takes an integer',
      );
    for (const value of [0, '2026-01-01', new Date(Number.NaN)])
      await expect(put('a', { 'licensing.reviewed': value })).rejects.toThrow(
        'The search fact "licensing.reviewed" takes a Date',
      );
    await expect(facts.add('license', new Map())).rejects.toThrow('is not an integer');
    await expect(facts.add('licensing.reviewed', new Map())).rejects.toThrow('is not an integer');
    for (const id of ['nonsense', '00000000-0000-4000-8000-000000000000'])
      await expect(facts.put(id, { license: 'MIT' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await facetsOf({ query: 'walrus' })).toEqual([
      expect.anything(),
      { facet: 'license', values: [] },
    ]);
  });

  it('are written with the unit of work that writes them, or not at all', async () => {
    await publish('a', 'b');
    const id = await idOf('b');
    const work = await registry.host.get(unitOfWorkKey);
    const failing = work.run(async () => {
      await facts.put(id, { 'licensing.price': 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await names({ sort: 'licensing.price' })).toEqual(['a', 'b']);
  });

  it('add up, whoever adds; what is no plugin is passed over', async () => {
    await publish('a', 'b', 'c');
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map(idOf));
    await facts.add('downloads', new Map([[b!, 3]]));
    const amounts = [new Map([[a!, 1], [c!, 2]]), new Map([[c!, 2], ['nonsense', 5], [a!, 1]])]; // prettier-ignore
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => facts.add('downloads', amounts[at % 2]!)),
    );
    expect(await names({ sort: 'downloads' })).toEqual(['c', 'a', 'b']);
  });

  it('downloads are those of archives that were read to their end', async () => {
    await publish('a', 'b');
    const downloads = (await registry.host.server!.services('registry')).get(Downloads);
    const open = () =>
      registry.invoke(downloadArchive, { workspace: 'acme', tile: 'b', version: '1.0.0' });
    await open(); // as for HEAD, or who has it already
    for await (const chunk of (await open()).body) if (chunk.length > 0) break;
    await downloads.store();
    expect(await names({ sort: 'downloads' })).toEqual(['a', 'b']);
    await textOf(await open());
    await downloads.store();
    expect(await names({ sort: 'downloads' })).toEqual(['b', 'a']);
  });

  it('downloads that cannot be written are counted later', async () => {
    let away = true;
    const written: [string, number][] = [];
    const warned: object[] = [];
    const add = (_fact: string, amounts: ReadonlyMap<string, number>) => {
      if (away && written.length === 100) return Promise.reject(new Error('the database is away'));
      written.push(...amounts);
      return Promise.resolve();
    };
    const log = { warn: (entry: object) => void warned.push(entry) };
    const downloads = new Downloads({ add, put: async () => {}, putOfVersion: async () => {} }, {
      log,
    } as unknown as ConstructorParameters<typeof Downloads>[1]);
    const read = async (tile: string) => {
      for await (const chunk of downloads.counted(tile, one())) expect(chunk).toHaveLength(1);
    };
    async function* one() {
      yield await Promise.resolve(new Uint8Array(1));
    }
    for (let at = 0; at < 150; at += 1) await read(`tile-${at}`);
    await downloads.store();
    expect(warned).toEqual([expect.objectContaining({ plugins: 50 })]);
    away = false;
    await read('tile-149');
    await downloads.dispose();
    expect(new Map(written)).toEqual(
      new Map(Array.from({ length: 150 }, (_, at) => [`tile-${at}`, at === 149 ? 2 : 1])),
    );
    expect(written).toHaveLength(150);
  });

  it('of hits that match alike, the one that was downloaded most comes first, then the one that was published last', async () => {
    await publish('a', 'b', 'c', 'd');
    registry.clock.now = new Date('2026-03-02T09:00:00.000Z');
    await registry.publish({ name: 'acme/c', version: '1.0.1', description: 'A walrus' });
    await facts.add('downloads', new Map([[await idOf('d'), 1]]));
    expect(await names({ query: 'walrus' })).toEqual(['d', 'c', 'a', 'b']);
  });
});
