import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { recordingLog, type LogEntry } from 'svc-registry/testing';
import { builtInModules } from '../../hosts/builtin.js';
import { checkModule } from '../../hosts/module/check/check-module.js';
import { importModule, packageSources } from '../../hosts/outside/package-source.js';
import {
  builtInSources,
  createKernel,
  type Kernel,
  type ModuleManifest,
} from '../../kernel/index.js';
import { deriveManifest } from '../../kernel/manifest/derive-manifest.js';

const peers = { 'svc-registry': '*' };
const packageJson = {
  name: 'svc-module-tea',
  version: '1.0.0',
  type: 'module',
  keywords: ['svc-module'],
  svc: { manifest: './manifest.json', module: './module.js', api: '^1.0.0' },
  peerDependencies: peers,
  peerDependenciesMeta: { 'svc-registry': { optional: true } },
};

const builtIn: ModuleManifest[] = [];
for (const load of Object.values(builtInModules))
  builtIn.push(await deriveManifest((await load()).default, []));

let cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  cleanups = [];
});

/** A package with this module. A manifest is made of its code unless one is given. */
async function write(
  files: Readonly<Record<string, string>>,
  manifest?: ModuleManifest,
): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'svc-declared-'));
  cleanups.push(() => rm(home, { recursive: true, force: true }));
  const folder = join(home, 'tea');
  await mkdir(join(folder, 'node_modules'), { recursive: true });
  await symlink(
    join(import.meta.dirname, '..', '..', 'node_modules', 'typescript'),
    join(folder, 'node_modules', 'typescript'),
  );
  const all = { 'README.md': '# Tea\n', 'package.json': JSON.stringify(packageJson), ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  const derived =
    manifest ?? (await deriveManifest(await importModule(join(folder, 'module.js')), []));
  const operations = derived.operations.map((one) => ({ ...one, input: { properties: {} } }));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...derived, operations }));
  return folder;
}

async function load(
  folder: string,
  facet: 'client' | 'server',
  log: LogEntry[] = [],
): Promise<Kernel> {
  const host = {
    facet,
    version: '1',
    env: { SVC_DATA_DIR: join(folder, 'data') },
    home: folder,
    log: recordingLog(log),
    clock: () => new Date(),
    fetch,
  } as const;
  const sources = await packageSources(['.'], join(folder, 'config.json'));
  const kernel = await createKernel({
    facet,
    sources: [...builtInSources([], builtInModules), ...sources],
    host,
  });
  cleanups.push(() => kernel.stop());
  return kernel;
}

const checked = async (folder: string): Promise<string[]> => {
  const { findings } = await checkModule(folder, {
    builtIn,
    sources: builtInSources([], builtInModules),
    version: '0.1.0',
    write: true,
  });
  return findings.map(({ file, field, message }) => `${file ?? ''} ${field ?? ''}: ${message}`);
};

const row = (kernel: Kernel) => kernel.modules().find(({ id }) => id === 'tea');

/** A module with one contribution. `more` is what its declaration has besides. */
const moduleOf = ({ point, id, data, more = {} }: Omit<Case, 'why'>): string =>
  `export default ${JSON.stringify({
    id: 'tea',
    api: '^1.0.0',
    summary: 'Tea',
    requires: ['identity', 'web', 'jobs', 'registry', 'policy', 'install', 'persistence'],
    contributes: [{ point, id, data }],
    ...more,
  })};`;

interface Case {
  readonly point: string;
  readonly id: string;
  readonly data: object;
  readonly more?: object;
  readonly why: string;
}

const summary = 'S';
const kettles = { id: 'tea.kettles', shape: { fields: { litres: { min: 1 } } } };
const fact = (id: string, data: object, why: string): Case => ({
  point: 'registry.searchFacts',
  id,
  data: { summary, ...data },
  why,
});
const limit = (data: object, why: string): Case => ({
  point: 'kernel.rateLimits',
  id: 'pour',
  data: { summary, per: 'caller', requests: 1, seconds: 1, ...data },
  why,
});
const FACT_NAME = 'its id must be small letters, digits, "-" and ".", and none of "relevance"';

const cases: readonly Case[] = [
  {
    point: 'identity.permissions',
    id: 'tea:pour',
    data: { summary, workspace: 'boss' },
    why: 'workspace must be one of "member", "publisher", "manager", "owner", and is "boss"',
  },
  {
    point: 'identity.permissions',
    id: 'tea:pour',
    data: { summary, organization: 'admin', peopelOnly: true },
    why: 'peopelOnly is not known: there are summary, peopleOnly, organization',
  },
  {
    point: 'identity.permissions',
    id: 'tea',
    data: { summary, workspace: 'owner' },
    why: 'its id must be a permission such as tile:publish, and is "tea"',
  },
  {
    point: 'web.pages',
    id: 'tea',
    data: { title: 'Tea', access: 'anyone' },
    why: 'path must be a path such as /sign-in, /invitations/:code or /files/*path, and is missing',
  },
  {
    point: 'kernel.metrics',
    id: 'my metric!',
    data: { help: 'Cups', type: 'gauge' },
    why: 'its id must be letters, digits, "_" and ":", such as svc_jobs_waiting, and is "my metric!"',
  },
  limit({ requests: -1 }, 'requests must be a whole number of at least 1, and is -1'),
  limit({ per: 'moon' }, 'per must be one of "caller", "address", "workspace", and is "moon"'),
  limit({ milliseconds: 1 }, 'milliseconds is not known'),
  {
    point: 'jobs.kinds',
    id: 'tea.boil',
    data: { summary, backOff: { first: 1 } },
    why: 'backOff.most must be a whole number of at least 0, and is missing',
  },
  {
    point: 'kernel.settings',
    id: 'SVC_TEA',
    data: { summary, side: 'left' },
    why: 'side must be one of "client", "server", "both", and is "left"',
  },
  {
    point: 'policy.targets',
    id: 'tea',
    data: { summary, type: 'Tea', rank: 1 },
    why: 'type must be at most 40 lower-case letters, and is "Tea"',
  },
  fact('relevance', { type: 'text' }, FACT_NAME),
  fact('workspace', { type: 'text' }, FACT_NAME),
  fact('Big', { type: 'text' }, FACT_NAME),
  fact(
    'size',
    { type: 'number', order: 'ascending' },
    'type must be one of "integer", "instant", and is "number"',
  ),
  fact('size', { type: 'integer' }, 'order must be one of "ascending", "descending", and is'),
  fact('size', { type: 'text', order: 'ascending' }, 'type must be one of "integer", "instant"'),
  {
    point: 'registry.scaners',
    id: 'tea',
    data: { summary },
    why: 'there is no such point: did you mean "registry.scanners"?',
  },
  {
    point: 'kernel.metricks',
    id: 'tea',
    data: { summary },
    why: 'there is no such point: did you mean "kernel.metrics"?',
  },
  {
    point: 'audit.records',
    id: 'tea',
    data: {},
    why: 'the point belongs to the module "audit", which "requires" does not list',
  },
  { point: 'tea.kettles', id: 'tea', data: {}, why: 'the module "tea" declares no points' },
  {
    point: 'tea.ketles',
    id: 'tea',
    data: {},
    more: { points: [kettles] },
    why: 'there is no such point: did you mean "tea.kettles"?',
  },
  {
    point: 'tea.kettles',
    id: 'tea',
    data: { litres: 'two' },
    more: { points: [kettles] },
    why: 'litres must be a whole number of at least 1, and is "two"',
  },
  {
    point: 'tea.kettles',
    id: 'tea',
    data: { name: 'x' },
    more: {
      points: [{ id: 'tea.kettles', shape: { fields: { name: { pattern: '(', is: '' } } } }],
    },
    why: 'it cannot be compared with the shape of the point: Invalid regular expression',
  },
];

describe('a contribution that does not fit its point', () => {
  it.each(cases)('$point $id: $why', async (one) => {
    const { point, id, why } = one;
    const folder = await write({ 'module.js': moduleOf(one) });
    const message = `contribution "${id}" at "${point}": ${why}`;
    expect(await checked(folder)).toContainEqual(
      expect.stringContaining(`module.js contributes.${id}: ${message}`),
    );
    for (const facet of ['client', 'server'] as const)
      expect(row(await load(folder, facet))).toMatchObject({
        state: 'rejected',
        code: 'invalid_declaration',
        cause: expect.stringContaining(message),
      });
  });
});

const TEA = `
import { defineModule, defineOperation } from 'svc-registry/kernel';
const operation = (runsAt, more) => defineOperation({
  id: 'tea.' + runsAt, summary: 'Pour', effect: 'read', runsAt, ...more,
  input: async () => class NoInput {}, cli: { name: 'tea ' + runsAt },
});
const run = () => import('./pour.js').then((m) => m.Pour);
const there = { access: 'anyone', http: { method: 'GET', path: '/experimental/tea', tag: 'experimental' } };
export default defineModule({ id: 'tea', api: '^1.0.0', summary: 'Tea', operations: [
  { operation: operation('client', { access: 'local' }), run },
  { operation: operation('server', there), run },
], contributes: [{ point: 'kernel.readiness', id: 'tea', data: { summary: 'Tea' }, load: run }] });`;

const BASE = `class Base { constructor(kettle) {} async run() { return {}; } }
Reflect.defineMetadata('injectionTokens', { 0: Symbol.for('svc:kernel.host') }, Base);`;

describe('a class whose parameters nobody can fill', () => {
  it.each([
    [
      'a parameter without a key',
      'export class Pour { constructor(kettle) {} async run() { return {}; } }',
      "Parameter 1 of Pour's constructor has no @inject",
    ],
    [
      'an injected constructor of the base class',
      `${BASE} export class Pour extends Base {}`,
      "Parameter 1 of Pour's constructor has no @inject with a service key or a class; what a base",
    ],
    [
      'the base class of the base class',
      `${BASE} class Between extends Base {} export class Pour extends Between {}`,
      "Parameter 1 of Pour's constructor has no @inject",
    ],
  ])('%s', async (_what, pour, why) => {
    const folder = await write({ 'module.js': TEA, 'pour.js': pour });
    const found = await checked(folder);
    for (const piece of [
      'the handler of "tea.client"',
      'the contribution "tea" at "kernel.readiness"',
    ])
      expect(found).toContainEqual(
        expect.stringContaining(`module.js : ${piece} cannot be built: ${why}`),
      );
    for (const facet of ['client', 'server'] as const) {
      const log: LogEntry[] = [];
      const kernel = await load(folder, facet, log);
      await kernel.loadAll();
      const entry = log.find(({ fields }) => fields['operation'] === `tea.${facet}`);
      expect(entry).toMatchObject({ level: 'error' });
      expect((entry?.fields['err'] as Error).message).toContain(why);
      await expect(kernel.invoke(`tea.${facet}`, {})).rejects.toMatchObject({ code: 'internal' });
    }
  });

  it('may fill the parameters of its base class, or say again what is injected', async () => {
    const own = `${BASE} export class Pour extends Base { constructor() { super('kettle'); } }`;
    const again = `${BASE} export class Pour extends Base {}
Reflect.defineMetadata('injectionTokens', { 0: Symbol.for('svc:kernel.host') }, Pour);`;
    for (const pour of [own, again]) {
      const folder = await write({ 'module.js': TEA, 'pour.js': pour });
      const kernel = await load(folder, 'client');
      expect(await kernel.invoke('tea.client', {})).toEqual({});
    }
  });
});

describe('a module that throws while it is loaded', () => {
  it('is found by the check, and failed once everything was started, also without code of the facet', async () => {
    const manifest = {
      ...(await deriveManifest({ id: 'tea', api: '^1.0.0', summary: 'Tea' }, [])),
      facets: [],
    };
    const folder = await write({ 'module.js': "throw new Error('the kettle is cold');" }, manifest);
    expect(await checked(folder)).toContain('module.js : cannot be loaded: the kettle is cold');
    for (const facet of ['client', 'server'] as const) {
      const kernel = await load(folder, facet);
      await kernel.startAll();
      expect(row(kernel)).toMatchObject({
        state: 'failed',
        code: 'load_failed',
        cause: 'cannot be loaded: the kettle is cold',
      });
    }
  });
});
