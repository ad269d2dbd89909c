import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { makePlugin } from '../../modules/install/client/testing/make-plugin.js';
import { openProgram, SVC, type Program } from './program.js';

const BIN = dirname(SVC);
const DIST = dirname(BIN);

/** Does what `svc` does, and writes down which chunks came from compiled code, which from files, and which compiled code V8 refused. */
const LOOKING = `
  const { basename, join } = require('node:path');
  const { BIN, REPORT } = process.env;
  const { loaderOf, readCompiled } = require(join(BIN, 'compiled.cjs'));
  const { load, scripts } = loaderOf(readCompiled());
  process.on('exit', () => {
    const files = Object.keys(require.cache).filter((file) => file.startsWith(BIN)).map((file) => './' + basename(file));
    const asFiles = files.filter((name) => name !== './compiled.cjs' && !scripts.has(name));
    const refused = [...scripts].filter(([, script]) => script.cachedDataRejected !== false).map(([name]) => name);
    require('node:fs').writeFileSync(REPORT, JSON.stringify({ compiled: scripts.size, asFiles, refused }));
  });
  load('./cli.cjs').runProgram('svc');
`;

interface Loaded {
  readonly compiled: number;
  readonly asFiles: readonly string[];
  readonly refused: readonly string[];
}

/** Where in the file with the compiled code, how many bytes, their checksum. */
type Piece = readonly [position: number, length: number, checksum: number];

interface Index {
  readonly make: string;
  readonly chunks: Readonly<Record<string, { readonly text: Piece; readonly code: Piece }>>;
}

describe('code that the build has compiled', () => {
  let program: Program;
  let looking: Program;
  /** A copy of the build, to do something to. */
  let copy: string;
  let copied: Program;

  beforeAll(async () => {
    const env = { SVC_URL: 'http://127.0.0.1:9' };
    copy = await mkdtemp(join(tmpdir(), 'svc-compiled-'));
    await mkdir(join(copy, 'dist'));
    for (const file of ['package.json', 'dist/manifests.json'])
      await cp(resolve(file), join(copy, file));
    await cp(resolve('dist/modules'), join(copy, 'dist/modules'), {
      recursive: true,
      filter: (source) => extname(source) === '' || basename(source) === 'manifest.json',
    });
    await cp(BIN, join(copy, 'dist/bin'), {
      recursive: true,
      filter: (source) => !source.endsWith('.map'),
    });
    await symlink(resolve('node_modules'), join(copy, 'node_modules'));
    await writeFile(join(copy, 'looking.cjs'), LOOKING);
    program = await openProgram(env);
    looking = await openProgram(
      { ...env, BIN, REPORT: join(copy, 'report.json') },
      join(copy, 'looking.cjs'),
    );
    copied = await openProgram(env, join(copy, 'dist/bin/svc.cjs'));
  });

  afterAll(async () => {
    for (const each of [program, looking, copied]) await each.close();
    await rm(copy, { recursive: true, force: true });
  });

  async function loadedBy(args: readonly string[], env = {}): Promise<Loaded> {
    expect(await looking.run(args, { env })).toMatchObject({ code: 0 });
    return JSON.parse(await readFile(join(copy, 'report.json'), 'utf8')) as Loaded;
  }

  /** What a command that fails shows to a person who looks for the cause. */
  async function failureOf(failing: Program): Promise<string> {
    const { stderr } = await failing.run(['install', 'file:./nothing'], {
      cwd: copy,
      env: { SVC_DEBUG: '1' },
    });
    expect(stderr).toMatch(/^ {4}at requireManifest \(.*chunk-\w+\.cjs:\d+:\d+\)$/m);
    return stderr.replaceAll(dirname(failing.svc), 'bin');
  }

  it('is all that help, listing and installing from a folder need', async () => {
    const folder = await makePlugin(join(looking.home, 'plugin'), {
      name: 'acme/tools',
      skills: ['ship'],
    });
    for (const args of [
      ['--help'],
      ['install', `file:${folder}`, '--agent', 'claude-code'],
      ['install'],
      ['list', '--json'],
    ]) {
      const { compiled, ...others } = await loadedBy(args);
      expect(others).toEqual({ asFiles: [], refused: [] });
      expect(compiled).toBeGreaterThan(10);
    }
  });

  it('shows in traces where it failed, and not where it was built', async () => {
    const traces = [await failureOf(copied), await failureOf(program)];
    expect(traces[0]).toBe(traces[1]);
    expect(traces[0]).not.toContain(resolve('.'));
  });

  it('is, with all else that the build leaves, free of the folder in which it was built', async () => {
    const names = (await readdir(DIST, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const files = names.map((entry) => join(entry.parentPath, entry.name));
    expect(files.length).toBeGreaterThan(100);
    const found: string[] = [];
    for (const file of files) if ((await readFile(file)).includes(resolve('.'))) found.push(file);
    expect(found).toEqual([]);
  });

  it('is refused by a V8 with other flags, and left alone where source maps are wanted', async () => {
    const args = ['list', '--json'];
    const withFlags = await loadedBy(args, { NODE_OPTIONS: '--max-old-space-size=300' });
    expect(withFlags.refused).toHaveLength(withFlags.compiled);
    const withMaps = await loadedBy(args, { NODE_OPTIONS: '--enable-source-maps' });
    expect(withMaps).toMatchObject({ compiled: 0 });
    expect(withMaps.asFiles).toContain('./cli.cjs');
  });

  describe('is not needed: what the build has compiled', () => {
    const [index, content] = ['compiled.json', 'compiled.bin'] as const;
    const change = async (file: string, changed: (before: Buffer) => Uint8Array | string) => {
      await writeFile(join(copy, 'dist/bin', file), changed(await readFile(join(BIN, file))));
    };
    const changeIndex = (changed: (built: Index) => object | null) =>
      change(index, (before) => JSON.stringify(changed(JSON.parse(before.toString()) as Index)));

    /** Each piece of each chunk, looked for where `of` says. */
    const movedBy = (of: (piece: Piece) => Piece) =>
      changeIndex(({ make, chunks }) => {
        const moved = Object.entries(chunks).map(([name, { text, code }]) => [
          name,
          { text: of(text), code: of(code) },
        ]);
        return { make, chunks: Object.fromEntries(moved) as object };
      });

    afterEach(async () => {
      for (const file of [index, content]) await cp(join(BIN, file), join(copy, 'dist/bin', file));
    });

    it.each<[string, () => Promise<void>]>([
      [
        'was made for another machine',
        () => changeIndex(({ chunks }) => ({ make: 'another', chunks })),
      ],
      ['is not there', () => rm(join(copy, 'dist/bin', index))],
      [
        'has one wrong byte in each chunk',
        () =>
          change(content, (before) =>
            before.map((byte, at) => (at % 1000 === 0 ? byte ^ 1 : byte)),
          ),
      ],
    ])('%s', async (_what, damage) => {
      await damage();
      // the same words, and in traces the same places
      expect(await failureOf(copied)).toBe(await failureOf(program));
      const help = await program.run(['--help']);
      expect(await copied.run(['--help'])).toEqual(help);
      const folder = await makePlugin(join(copied.home, 'plugin'), {
        name: 'acme/tools',
        skills: ['ship'],
      });
      expect(
        await copied.run(['install', `file:${folder}`, '--agent', 'claude-code']),
      ).toMatchObject({ code: 0 });
      const { stdout } = await copied.run(['list', '--json']);
      expect(JSON.parse(stdout)).toMatchObject({ plugins: [{ name: 'acme/tools' }] });
    });

    it.each<[string, () => Promise<void>]>([
      ['has an empty index', () => change(index, () => '')],
      ['has half an index', () => change(index, (before) => before.subarray(0, before.length / 2))],
      ['has an index that is no object', () => changeIndex(() => null)],
      ['has an index without chunks', () => changeIndex(({ make }) => ({ make }))],
      [
        'has an index with chunks of another shape',
        () => changeIndex(({ make }) => ({ make, chunks: { './cli.cjs': [0, 1] } })),
      ],
      [
        'is looked for some bytes too far',
        () => movedBy(([position, ...rest]) => [position + 8, ...rest]),
      ],
      [
        'is looked for behind its end',
        () => movedBy(([position, ...rest]) => [position + 1e9, ...rest]),
      ],
      [
        'has impossible lengths',
        () => movedBy(([position, , checksum]) => [position, -1, checksum]),
      ],
      ['has an index alone', () => rm(join(copy, 'dist/bin', content))],
      ['is empty', () => change(content, () => '')],
      ['is cut off', () => change(content, (before) => before.subarray(0, before.length / 2))],
      [
        'is of another build than its index',
        () =>
          change(content, (before) => Buffer.concat([before.subarray(before.length / 2), before])),
      ],
    ])('%s', async (_what, damage) => {
      const command = ['list', '--json'];
      const expected = await copied.run(command);
      await damage();
      expect(await copied.run(command)).toEqual(expected);
    });
  });
});
