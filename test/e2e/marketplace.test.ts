import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GitServer, type GitWork } from '../network/git-server.js';
import { PackageServer } from '../network/package-server.js';
import { openProgram, type Finished, type Program } from './program.js';
import { newRepository } from './registry-server.js';

const KINDS = ['folder', 'hub', 'address', 'deep', 'package', 'packed'] as const;
type Kind = (typeof KINDS)[number];
const nameOf = (kind: Kind): string => `acme-market/${kind}`;

/** A plugin as its vendor writes it, with one skill that says which edition it is. */
const plugin = (name: Kind, edition: string, folder = ''): Record<string, string> => ({
  [join(folder, '.claude-plugin/plugin.json')]: JSON.stringify({ name, description: 'x' }),
  [join(folder, `skills/${name}/SKILL.md`)]:
    `---\nname: ${name}\ndescription: Use when ${name} is needed.\n---\n\n${edition}\n`,
});

describe('a marketplace with six kinds of sources', () => {
  let git: GitServer;
  let works: Record<'market' | 'hub' | 'address' | 'deep', GitWork>;
  let program: Program;
  let project: string;
  let files: PackageServer;
  const pins: Record<string, object> = {};

  const address = (repository: string): string => `https://localhost/${repository}`;
  const market = (): string => address('acme/market');
  const publishPackage = (version: string): Promise<void> =>
    files.publish('@acme/package', version, plugin('package', version));
  /** The archive's entry of the marketplace. */
  const putArchive = (edition: string): object => ({
    source: 'archive',
    ...files.putArchive(`/${edition}.zip`, plugin('packed', edition)),
  });

  beforeAll(async () => {
    git = await GitServer.start();
    files = await PackageServer.start();
    program = await openProgram({
      SVC_URL: 'http://127.0.0.1:9',
      npm_config_registry: files.origin,
    });
    const lines = ['localhost', 'github.com'].map((host) => `\tinsteadOf = https://${host}/\n`);
    await writeFile(join(program.home, '.gitconfig'), `[url "${git.origin}/"]\n${lines.join('')}`);
    project = await newRepository(program, 'project');
    works = {
      market: await git.create('acme/market'),
      hub: await git.create('other/hub'),
      address: await git.create('other/address'),
      deep: await git.create('other/deep'),
    };
    await works.hub.commit(plugin('hub', 'first'));
    await works.deep.commit(plugin('deep', 'first', 'inner/plugin'));
    await works.deep.tag('v1');
    await works.deep.commit(plugin('deep', 'never', 'inner/plugin'));
    await publishPackage('1.0.0');
    const sha = await works.address.commit(plugin('address', 'first'));
    Object.assign(pins, {
      folder: './plugins/folder',
      hub: { source: 'github', repo: 'other/hub' },
      address: { source: 'url', url: `${address('other/address')}.git`, sha },
      deep: {
        source: 'git-subdir',
        url: `${address('other/deep')}.git`,
        path: 'inner/plugin',
        ref: 'v1',
      },
      package: { source: 'npm', package: '@acme/package', version: '1.0.0' },
      packed: putArchive('first'),
    });
    await writeMarket(plugin('folder', 'first', 'plugins/folder'));
  });
  afterAll(async () => {
    await program.close();
    await Promise.all([git.close(), files.close()]);
  });

  const writeMarket = (more: Readonly<Record<string, string>> = {}): Promise<string> =>
    works.market.commit({
      '.claude-plugin/marketplace.json': JSON.stringify({
        name: 'acme',
        plugins: KINDS.flatMap((name) =>
          pins[name] === undefined ? [] : [{ name, source: pins[name] }],
        ),
      }),
      ...more,
    });
  const svc = async (args: readonly string[], cwd = project): Promise<Finished> => {
    const done = await program.run(args, { cwd });
    const { code, stdout, stderr } = done;
    const said = code === 0 ? '' : `${stdout}${stderr}`;
    expect({ args, code, said }).toEqual({ args, code: 0, said: '' });
    return done;
  };
  const json = async <T>(args: readonly string[], cwd = project): Promise<T> =>
    JSON.parse((await svc([...args, '--json'], cwd)).stdout) as T;
  /** What an agent reads of a plugin: the last line of its skill. */
  const edition = async (kind: Kind, folder = project): Promise<string | undefined> =>
    (await readFile(join(folder, `.claude/skills/${kind}/SKILL.md`), 'utf8'))
      .trim()
      .split('\n')
      .pop();
  const editions = async (folder = project): Promise<object> =>
    Object.fromEntries(
      await Promise.all(KINDS.map(async (kind) => [kind, await edition(kind, folder)] as const)),
    );
  const lock = async (): Promise<Record<string, { from?: string; source: string }>> => {
    const text = await readFile(join(project, 'svc-lock.json'), 'utf8');
    return (JSON.parse(text) as { plugins: Record<string, { source: string }> }).plugins;
  };
  const froms = async (): Promise<object> => {
    const plugins = await lock();
    return Object.fromEntries(KINDS.map((kind) => [kind, plugins[nameOf(kind)]?.from]));
  };

  /** What `svc outdated` finds: entries with an update, and plugins that it could not look up, with the code of the error. */
  const outdated = async (): Promise<object> => {
    const { stdout } = await program.run(['outdated', '--json'], { cwd: project });
    const report = JSON.parse(stdout) as {
      outdated: { current: { tile: { tileName: string } } }[];
      failed: { name: string; code: string }[];
    };
    return {
      outdated: report.outdated.map(({ current }) => current.tile.tileName).sort(),
      failed: report.failed.map(({ name, code }) => `${name} ${code}`).sort(),
    };
  };

  it('gives the plugins that are named, each locked with where it is and its pin', async () => {
    const named = KINDS.flatMap((kind) => ['--plugin', kind]);
    // the plugins are not committed: a clone gets them from the lock
    await writeFile(
      join(project, 'svc.json'),
      JSON.stringify({ name: 'project', mode: 'managed', dependencies: {} }),
    );
    const { plugins } = await json<{ plugins: { name: string; action: string }[] }>([
      'install',
      market(),
      ...named,
      '--agent',
      'claude-code',
    ]);
    expect(plugins.map(({ name, action }) => `${name} ${action}`).sort()).toEqual(
      KINDS.map((kind) => `${nameOf(kind)} installed`).sort(),
    );
    expect(await editions()).toEqual({
      ...Object.fromEntries(KINDS.map((kind) => [kind, 'first'])),
      package: '1.0.0',
    });
    const { sha } = pins['address'] as { sha: string };
    const { url, sha256 } = pins['packed'] as { url: string; sha256: string };
    expect(await froms()).toEqual({
      folder: `${market()}//plugins/folder`,
      hub: 'git:other/hub',
      address: `${address('other/address')}.git#${sha}`,
      deep: `${address('other/deep')}.git/inner/plugin#v1`,
      package: 'npm:@acme/package@1.0.0',
      packed: `archive:${url}#sha256:${sha256}`,
    });
  });

  it('no longer has to list them for a fresh clone with --frozen-lockfile', async () => {
    const clone = await newRepository(program, 'clone');
    for (const file of ['svc.json', 'svc-lock.json'])
      await copyFile(join(project, file), join(clone, file));
    await works.market.commit({
      '.claude-plugin/marketplace.json': '{"name":"acme","plugins":[]}',
    });
    await svc(['install', '--frozen-lockfile'], clone);
    await writeMarket();
    expect(await editions(clone)).toEqual(await editions());
  });

  it('moves its pins, which outdated reports and update follows', async () => {
    expect(await outdated()).toEqual({ outdated: [], failed: [] });
    const sha = await works.address.commit(plugin('address', 'second'));
    await publishPackage('1.1.0');
    Object.assign(pins, {
      address: { ...pins['address'], sha },
      package: { ...pins['package'], version: '1.1.0' },
      packed: putArchive('second'),
    });
    await writeMarket();
    expect(await outdated()).toEqual({ outdated: ['address', 'package', 'packed'], failed: [] });
    await svc(['update', '--yes']);
    expect(await editions()).toMatchObject({
      folder: 'first',
      hub: 'first',
      address: 'second',
      deep: 'first',
      package: '1.1.0',
      packed: 'second',
    });
    expect(await froms()).toMatchObject({
      address: `${address('other/address')}.git#${sha}`,
      package: 'npm:@acme/package@1.1.0',
    });
    expect(await outdated()).toEqual({ outdated: [], failed: [] });
  });

  it('names what is gone, with what to do, and gives the others', async () => {
    git.refusals.set('other/hub', 404);
    delete pins['packed'];
    await writeMarket(plugin('folder', 'second', 'plugins/folder'));
    expect(await outdated()).toEqual({
      outdated: ['folder'],
      failed: [`${nameOf('hub')} repository_unavailable`, `${nameOf('packed')} entry_unknown`],
    });
    const { stdout, stderr } = await program.run(['update', '--yes'], { cwd: project });
    expect(`${stdout}${stderr}`).toContain('`svc uninstall` removes it here');
    expect(await editions()).toMatchObject({ folder: 'second', hub: 'first', packed: 'second' });
  });
});
