/** Packages as npm makes and installs them, without a network. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { requireBuild } from './program.js';

const run = promisify(execFile);

interface Packed {
  readonly filename: string;
}

async function npm(args: readonly string[], cwd: string): Promise<string> {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--offline'];
  const { stdout } = await run('npm', [...args, ...quiet], {
    cwd,
    env: { ...process.env, npm_config_loglevel: 'error' },
  });
  return stdout;
}

/** `npm pack`: the path of the archive. */
export async function pack(folder: string, into: string): Promise<string> {
  await mkdir(into, { recursive: true });
  const [packed] = JSON.parse(
    await npm(['pack', '--json', '--pack-destination', into], folder),
  ) as Packed[];
  return join(into, packed?.filename ?? '');
}

export async function packProduct(into: string): Promise<string> {
  requireBuild();
  return pack(resolve('.'), into);
}

/** `npm install` of an archive in the folder of a configuration. */
export async function installArchives(archives: readonly string[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await npm(['install', '--prefix', folder, ...archives], folder);
}

/**
 * The client's package as `npm install -g` puts it into a folder, from its archive alone: without a network, and nothing in npm's cache. Answers
 * its program.
 */
export async function installClient(folder: string): Promise<string> {
  requireBuild();
  const archive = await pack(resolve('dist/client'), folder);
  const cache = ['--cache', join(folder, 'cache')];
  await npm(['install', '-g', '--prefix', folder, ...cache, archive], folder);
  return join(folder, 'lib/node_modules/svc-client/dist/bin/svc.cjs');
}

/** What an author has installed to write a module: the product, and these packages of this repository. */
export async function installForAuthor(
  folder: string,
  svc: string,
  names: readonly string[],
): Promise<void> {
  const links = [
    ['svc-registry', resolve(svc, '../../..')] as const,
    ...names.map((name) => [name, resolve('node_modules', name)] as const),
  ];
  for (const [name, target] of links) {
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link);
  }
}

/** Runs a file with node, as a person would; answers what it printed. Throws when it fails. */
export async function runNode(args: readonly string[], cwd: string): Promise<string> {
  const { PATH, HOME, TMPDIR } = process.env;
  const { stdout } = await run(process.execPath, args, { cwd, env: { PATH, HOME, TMPDIR } });
  return stdout;
}

/**
 * The product as `npm install -g` would put it into a folder, from the archive that npm makes of it. What it depends on, and nothing
 * else, is linked to the packages of this repository. Answers its program.
 */
export async function installProduct(archive: string, folder: string): Promise<string> {
  const location = join(folder, 'lib', 'node_modules', 'svc-registry');
  await mkdir(folder, { recursive: true });
  await run('tar', ['-xzf', archive, '-C', folder]);
  await mkdir(dirname(location), { recursive: true });
  await rename(join(folder, 'package'), location);
  const { dependencies } = JSON.parse(await readFile(join(location, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const link = join(location, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve('node_modules', name), link);
  }
  return join(location, 'dist', 'bin', 'svc.cjs');
}
