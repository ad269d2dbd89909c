// Other installers of skills, from npm into a folder of their own that is kept between runs. Their versions are pinned.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = { openskills: '1.5.0', skills: '1.5.18' };
const FOLDER = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'svc-bench-peers');

/** How each copies every skill of a folder into a project for claude-code, asking nothing. */
const COMMANDS = {
  openskills: (skills) => ['dist/cli.js', 'install', skills, '--yes'],
  skills: (skills) => [
    'bin/cli.mjs',
    'add',
    skills,
    '--agent',
    'claude-code',
    '--skill',
    '*',
    '--copy',
    '--yes',
  ],
};

/** The arguments for node to install with each peer, by its name and version; or why there are none. */
export function installPeers() {
  const missing = Object.keys(VERSIONS).some(
    (name) => !existsSync(join(packageOf(name), 'package.json')),
  );
  const problem = missing ? fetchPeers() : undefined;
  if (problem !== undefined) return { problem };
  return {
    peers: Object.entries(VERSIONS).map(([name, version]) => ({
      name: `${name} ${version}`,
      args: (skills) => {
        const [program, ...rest] = COMMANDS[name](skills);
        return [join(packageOf(name), program), ...rest];
      },
    })),
  };
}

function packageOf(name) {
  return join(FOLDER, Object.values(VERSIONS).join('-'), 'node_modules', name);
}

function fetchPeers() {
  const folder = join(FOLDER, Object.values(VERSIONS).join('-'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: VERSIONS }),
  );
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--fetch-retries=1',
    '--fetch-timeout=20000',
  ];
  const { status, error, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return undefined;
  return `npm could not fetch them: ${(error?.message ?? stderr).trim().split('\n')[0]}`;
}
