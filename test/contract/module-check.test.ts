import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { checkModule, type CheckOptions } from '../../hosts/module/check/check-module.js';
import { builtInModules } from '../../hosts/builtin.js';
import { builtInSources, type ModuleManifest } from '../../kernel/index.js';

type Files = Readonly<Record<string, string | undefined>>;

let folder = '';
afterEach(() => rm(folder, { recursive: true, force: true }));

const packageJson = {
  name: 'svc-module-tea',
  version: '1.0.0',
  type: 'module',
  keywords: ['svc-module'],
  svc: { manifest: './manifest.json', module: './module.js', api: '^1.0.0' },
  peerDependencies: { 'svc-registry': '*', typeorm: '*' },
  peerDependenciesMeta: { 'svc-registry': { optional: true }, typeorm: { optional: true } },
};

const MODULE = `
import { defineModule, handle } from 'svc-registry/kernel';
import { pour } from './operations.js';
export default defineModule({
  id: 'tea', api: '^1.0.0', summary: 'Tea',
  operations: [handle(pour, { run: () => import('./pour.js').then((m) => m.Pour), text: () => import('./pour.js').then((m) => m.cupText) })],
});`;
const OPERATIONS = `
import { defineOperation } from 'svc-registry/kernel';
import { Cup } from './dto.js';
export const pour = defineOperation({
  id: 'tea.pour', summary: 'Pour a cup', effect: 'read', runsAt: 'client', access: 'local',
  input: async () => Cup, output: async () => Cup,
  cli: { name: 'tea pour', positionals: ['size'] },
});`;
const DTO = `
import { decorate, IsInt } from 'svc-registry/dto';
/** A cup. */
export class Cup {
  /** Millilitres. */
  size;
}
decorate(Cup, { size: [IsInt()] });`;
const POUR = `
export class Pour { async run(cup) { return cup; } }
export const cupText = ({ size }) => size + ' ml';`;

const sound: Files = {
  'package.json': JSON.stringify(packageJson),
  'README.md': '# Tea\n',
  'module.js': MODULE,
  'operations.js': OPERATIONS,
  'dto.js': DTO,
  'pour.js': POUR,
};

async function write(files: Files): Promise<string> {
  folder = await mkdtemp(join(tmpdir(), 'svc-check-'));
  for (const [name, text] of Object.entries(files)) {
    if (text === undefined) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  // its author's compiler
  await mkdir(join(folder, 'node_modules'));
  await symlink(
    join(import.meta.dirname, '..', '..', 'node_modules', 'typescript'),
    join(folder, 'node_modules', 'typescript'),
  );
  return folder;
}

const sources = builtInSources([], builtInModules);
const options: CheckOptions = { builtIn: [], sources, version: '0.1.0', write: true };

/** What is found, one line each: `error package.json keywords: …`. */
async function findings(files: Files, more: Partial<CheckOptions> = {}): Promise<string[]> {
  const { findings: found } = await checkModule(await write({ ...sound, ...files }), {
    ...options,
    ...more,
  });
  return found.map(({ level, file, line, field, message }) => {
    const location = [[file, line].filter((part) => part !== undefined).join(':'), field].filter(
      (part) => part !== undefined && part !== '',
    );
    return `${level} ${location.join(' ')}: ${message}`;
  });
}

const inPackage = (change: object): Files => ({
  'package.json': JSON.stringify({ ...packageJson, ...change }),
});
const replaced = (file: string, from: string, to: string): Files => ({
  [file]: sound[file]?.replace(from, to),
});

describe('checking a module', () => {
  it('does not start one for trial whose requirement may be added later', async () => {
    const files = replaced('module.js', "summary: 'Tea',", "summary: 'Tea', requires: ['kettle'],");
    const missing = 'requirement_missing: requires module "kettle", which is not there';
    expect(await findings(files)).toContain(`error module.js: on the user's machine: ${missing}`);
    expect(await findings(files, { mayLack: true })).toEqual([]);
  });

  it('finds nothing wrong with a sound one, and writes its manifest from its code and comments', async () => {
    expect(await findings({})).toEqual([]);
    const manifest = JSON.parse(
      await readFile(join(folder, 'manifest.json'), 'utf8'),
    ) as ModuleManifest;
    expect(manifest.operations[0]?.input).toEqual({
      type: 'object',
      description: 'A cup.',
      required: ['size'],
      additionalProperties: false,
      properties: { size: { type: 'integer', description: 'Millilitres.' } },
    });
    const { findings: again, ...rest } = await checkModule(folder, { ...options, write: false });
    expect(again).toEqual([]);
    expect(rest).toMatchObject({
      package: 'svc-module-tea',
      version: '1.0.0',
      manifest: { id: 'tea' },
    });
  });

  it('says where a manifest differs from the code', async () => {
    await checkModule(await write(sound), options);
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as object;
    await writeFile(
      join(folder, 'manifest.json'),
      JSON.stringify({ ...manifest, summary: 'Coffee' }),
    );
    const { findings: found } = await checkModule(folder, { ...options, write: false });
    expect(found.map(({ file, field, message }) => [file, field, message])).toEqual(
      expect.arrayContaining([
        ['manifest.json', 'summary', 'is "Coffee", and should be "Tea"'],
        ['manifest.json', undefined, expect.stringContaining('svc modules check --write')],
      ]),
    );
  });

  it.each<[string, Files, string]>([
    ['no package', { 'package.json': undefined }, 'error package.json: the package'],
    ['no field svc', inPackage({ svc: undefined }), 'error package.json: '],
    [
      'no keyword',
      inPackage({ keywords: [] }),
      'error package.json keywords: has to contain "svc-module"',
    ],
    ['no version', inPackage({ version: 'new' }), 'error package.json version: is not a version'],
    [
      'the product as a dependency',
      inPackage({ dependencies: { 'svc-registry': '*' } }),
      'error package.json dependencies.svc-registry: comes from the program',
    ],
    [
      'no peer',
      inPackage({ peerDependencies: { typeorm: '*' } }),
      'error package.json peerDependencies.svc-registry: has to name',
    ],
    [
      'a peer that npm would install',
      inPackage({ peerDependenciesMeta: {} }),
      'error package.json peerDependenciesMeta.svc-registry: ',
    ],
    [
      'files that leave the code out',
      inPackage({ files: ['dto.js'] }),
      'error package.json files: leaves out module.js',
    ],
    [
      'another api',
      inPackage({ svc: { ...packageJson.svc, api: '^2.0.0' } }),
      'error package.json svc.api: has to be the "^1.0.0"',
    ],
    [
      'no page that says what it is for',
      { 'README.md': undefined },
      'warning README.md: is missing',
    ],
    [
      'an import of what is not for modules',
      replaced('pour.js', '', "import { createKernel } from 'svc-registry/dist/kernel/index.js';"),
      'error pour.js:1: "svc-registry/dist/kernel/index.js" is not for modules',
    ],
    [
      'an import of what is not listed',
      replaced('pour.js', '', "import 'left-pad';"),
      'error pour.js:1: "left-pad" is in neither',
    ],
    [
      'an import from outside',
      replaced('pour.js', '', "import '../../x.js';"),
      'error pour.js:1: "../../x.js" leads out',
    ],
    [
      'code that cannot be loaded',
      replaced('module.js', '', "throw new Error('boom');"),
      'error module.js: cannot be loaded: boom',
    ],
    [
      'a name of another module',
      replaced('operations.js', 'tea.pour', 'coffee.pour'),
      'error module.js: operation "coffee.pour" must be',
    ],
    [
      'a kernel api that is not there',
      replaced('module.js', '^1.0.0', '^9.0.0'),
      'error module.js api: written for kernel api ^9.0.0',
    ],
    [
      'an input without a type',
      replaced('dto.js', '[IsInt()]', '[]'),
      'error module.js: operation "tea.pour": Cup.size has no decorator',
    ],
    [
      'a surface with a wrong field',
      replaced('operations.js', "['size']", "['sise']"),
      'error module.js: operation "tea.pour": cli.positionals',
    ],
    [
      'a handler without its method',
      replaced('pour.js', 'async run(', 'async go('),
      'error module.js: the handler of "tea.pour" is not a class',
    ],
    [
      'a renderer that is not there',
      replaced('pour.js', 'cupText', 'text'),
      'error module.js: the renderer of "tea.pour" is not a function',
    ],
    [
      'an operation that shows nowhere',
      replaced('operations.js', 'cli:', 'none:'),
      'error module.js: operation "tea.pour" shows nowhere',
    ],
    [
      'a command of another module',
      replaced('operations.js', 'tea pour', 'doctor'),
      'error module.js: on the user\'s machine: name_taken: command "svc doctor" of module "tea"',
    ],
    [
      'a start that fails',
      replaced(
        'module.js',
        'operations:',
        "server: async () => ({ default: { onStart() { throw new Error('cold'); } } }), operations:",
      ),
      'error module.js: on a server with sqlite: start_failed: did not start: cold',
    ],
    [
      'tables of another module',
      {
        'module.js': MODULE.replace(
          'operations:',
          `requires: ['persistence'], contributes: [{ point: 'persistence.tables', id: 'tea', data: { prefix: 'registry_' },
             load: async () => ({ entities: [], migrations: [] }) }], operations:`,
        ),
      },
      'error module.js: on a server with sqlite: start_failed: did not start: The tables of the module "tea" are refused',
    ],
  ])('finds %s', async (_what, files, expected) => {
    expect(await findings(files)).toContainEqual(expect.stringContaining(expected));
  });
});
