import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createKernel, type FaultCode } from '../../kernel/index.js';
import { recordingLog } from '../../kernel/testing/index.js';
import { packageSources } from './package-source.js';

const manifest = {
  format: 1,
  id: 'good',
  api: '^1.0.0',
  summary: 'Good',
  requires: [],
  operations: [],
  machines: [],
  contributes: [],
  errors: [],
  provides: { client: [], server: [] },
};
const MODULE = `export default { id: 'good', api: '^1.0.0', summary: 'Good' };`;

let folder: string;
let config: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-packages-'));
  config = join(folder, 'config.json');
});
afterEach(() => rm(folder, { recursive: true }));

async function install(name: string, files: Readonly<Record<string, unknown>>): Promise<string> {
  const location = join(folder, 'node_modules', name);
  await mkdir(location, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    await writeFile(
      join(location, file),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  }
  return location;
}

const pack = (svc: unknown) => ({ name: 'x', type: 'module', exports: {}, svc });
const usual = { manifest: './manifest.json', module: './module.js' };

describe('modules that a configuration names', () => {
  it('reads the manifest and imports the code later', async () => {
    const location = await install('@them/good', {
      'package.json': pack(usual),
      'manifest.json': manifest,
      'module.js': MODULE,
    });
    const [source, again] = await packageSources(
      ['@them/good', './node_modules/@them/good'],
      config,
    );
    expect(source).toMatchObject({ id: 'good', origin: join(location, 'package.json'), manifest });
    expect(again).toMatchObject({ id: 'good', origin: join(location, 'package.json') });
    await expect(source!.load()).resolves.toMatchObject({ id: 'good' });
  });

  it.each<[string, Readonly<Record<string, unknown>>, FaultCode, RegExp]>([
    [
      'no svc field',
      { 'package.json': pack(undefined) },
      'not_a_module',
      /package\.json has no "svc\.manifest", so it is not a module$/,
    ],
    [
      'a package.json that is no JSON',
      { 'package.json': '{' },
      'not_a_module',
      /package\.json is not JSON: /,
    ],
    [
      'a file outside',
      { 'package.json': pack({ ...usual, module: '../../x.js' }) },
      'not_a_module',
      /"svc\.module" leads out of the package$/,
    ],
    [
      'no manifest',
      { 'package.json': pack(usual) },
      'manifest_unreadable',
      /ENOENT.*manifest\.json/,
    ],
    [
      'a manifest that is no JSON',
      { 'package.json': pack(usual), 'manifest.json': '{' },
      'manifest_unreadable',
      /manifest\.json is not JSON: /,
    ],
    [
      'another format',
      { 'package.json': pack(usual), 'manifest.json': { format: 9 } },
      'manifest_unreadable',
      /has format 9, and this version reads format 1$/,
    ],
    [
      'wrong fields',
      {
        'package.json': pack(usual),
        'manifest.json': { ...manifest, summary: 1, operations: [{ id: 'good.x' }] },
      },
      'manifest_unreadable',
      /manifest\.json is not a module manifest: summary must be a text, and is 1; operations\[0\]\.summary must be a text, and is missing; .*operations\[0\]\.input must be an object/,
    ],
    [
      'null',
      { 'package.json': pack(usual), 'manifest.json': 'null' },
      'manifest_unreadable',
      /is not a module manifest: the document must be an object/,
    ],
  ])('says what is wrong: %s', async (_name, files, ...[code, reason]) => {
    await install('bad', files);
    const [source] = await packageSources(['bad'], config);
    expect(source).toMatchObject({
      id: 'bad',
      origin: config,
      problem: { code, cause: expect.stringMatching(reason) as unknown },
    });
  });

  it.each([
    [
      'as it is',
      `module.exports = { id: 'good', api: '^1.0.0', summary: 'Good', client: () => import('./client.js') };`,
    ],
    [
      'as compilers write it',
      `Object.defineProperty(exports, '__esModule', { value: true });
       exports.default = { id: 'good', api: '^1.0.0', summary: 'Good', client: () => import('./client.js') };`,
    ],
  ])('reads CommonJS %s', async (_name, code) => {
    const client = `module.exports = { provides: [{ key: Symbol.for('svc:good.x'), make: () => 1 }] };`;
    const provides = { client: ['good.x'], server: [] };
    await install('good', {
      'package.json': { ...pack(usual), type: 'commonjs' },
      'manifest.json': { ...manifest, provides },
      'module.js': code,
      'client.js': client,
    });
    const [source] = await packageSources(['good'], config);
    const facet = (await (await source!.load()).client?.())?.default;
    expect(facet?.provides?.map(({ key }) => String(key))).toEqual(['Symbol(svc:good.x)']);
  });

  it.each([
    [
      'another summary',
      `export default { id: 'good', api: '^1.0.0', summary: 'Other' };`,
      /out of date in "summary"/,
    ],
    [
      'another module',
      `export default { id: 'bad', api: '^1.0.0', summary: 'Good' };`,
      /out of date in "id"/,
    ],
    ['no module at all', `export default 42;`, /out of date in "id"/],
    ['no default export', `export const module = 42;`, /module\.js has no default export/],
  ])('refuses code that declares %s', async (_name, code, reason) => {
    await install('good', {
      'package.json': pack(usual),
      'manifest.json': manifest,
      'module.js': code,
    });
    const [source] = await packageSources(['good'], config);
    await expect(source!.load()).rejects.toThrow(reason);
  });

  it('refuses a facet that provides what the manifest does not say', async () => {
    const code = `const provides = [{ key: Symbol.for('svc:kernel.connection'), make: () => 1 }];
      export default { id: 'good', api: '^1.0.0', summary: 'Good', client: async () => ({ default: { provides } }) };`;
    await install('good', {
      'package.json': pack(usual),
      'manifest.json': manifest,
      'module.js': code,
    });
    const [source] = await packageSources(['good'], config);
    const { client } = await source!.load();
    await expect(client?.()).rejects.toMatchObject({ fault: 'manifest_stale' });
  });

  it('says that a package is not installed, and leaves the others usable', async () => {
    await install('good', {
      'package.json': pack(usual),
      'manifest.json': manifest,
      'module.js': MODULE,
    });
    const sources = await packageSources(['missing', 'good'], config);
    const host = {
      facet: 'client',
      version: '1',
      env: {},
      home: folder,
      log: recordingLog([]),
      fetch,
      clock: () => new Date(),
    } as const;
    const kernel = await createKernel({ facet: 'client', sources, host });
    expect(kernel.modules()).toMatchObject([
      { id: 'good', state: 'resolved' },
      {
        id: 'missing',
        state: 'rejected',
        code: 'not_installed',
        cause: `the package "missing" is not installed in ${folder}`,
      },
    ]);
  });
});
