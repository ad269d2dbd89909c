import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('./git-server.mjs', import.meta.url));
const AUTHOR = ['-c', 'user.name=Sources', '-c', 'user.email=sources@example.com'];

/**
 * Every folder below `folder` as a bare repository, and its newest commit as a tree of files. A folder that is a clone keeps its history; another is
 * committed first. `<owner>__<name>` is served as `<owner>/<name>`, others as `clones/<name>`.
 */
export function prepareRepositories(folder, scratch, chosen) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
    .map(({ name }) => prepare(join(folder, name), scratch))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function prepare(source, scratch) {
  const [owner, repository] = basename(source).includes('__')
    ? basename(source).split('__')
    : ['clones', basename(source).replace(/\.git$/, '')];
  const bare = join(scratch.makeFolder('hosted'), owner, `${repository}.git`);
  const tree = join(scratch.makeFolder('trees'), owner, repository);
  mkdirSync(join(bare, '..'), { recursive: true });
  const clone = [join(source, '.git'), join(source, 'HEAD')].some((path) => existsSync(path));
  if (clone) git(['clone', '--quiet', '--bare', source, bare]);
  else commit(source, { bare, work: join(scratch.makeFolder('work'), owner, repository) });
  git(['-C', bare, 'config', 'uploadpack.allowFilter', 'true']);
  git(['clone', '--quiet', '--shared', bare, tree]);
  return { name: `${owner}/${repository}`, owner, repository, tree };
}

function commit(source, { bare, work }) {
  cpSync(source, work, { recursive: true, verbatimSymlinks: true });
  git(['init', '--quiet', '--bare', '-b', 'main', bare]);
  git(['init', '--quiet', '-b', 'main', work]);
  git(['-C', work, 'add', '--all', '--force']);
  git(['-C', work, ...AUTHOR, 'commit', '--quiet', '--allow-empty', '-m', 'Snapshot']);
  git(['-C', work, 'push', '--quiet', bare, 'HEAD:refs/heads/main']);
}

function git(args) {
  execFileSync('git', args, { stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Answers its address, and what ends it. */
export async function serveRepositories(scratch) {
  const child = spawn(process.execPath, [SERVER, scratch.makeFolder('hosted')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { origin: String(line).trim(), stop: () => child.kill() };
}
