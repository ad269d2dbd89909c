// Other installers of skills, from npm into a folder of their own that is kept between runs: the newest `skills`, with a node that is new enough for it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedSkills } from './installed.mjs';

const LIMIT_MS = 300_000;
const WANTED = { openskills: '1.5.0', skills: 'latest', node: '22' };

const PEERS = {
  skills: {
    program: 'bin/cli.mjs',
    args: (address) => [
      'add',
      address,
      '--agent',
      'claude-code',
      '--skill',
      '*',
      '--copy',
      '--yes',
    ],
  },
  openskills: { program: 'dist/cli.js', args: (address) => ['install', address, '--yes'] },
};

/** The peers with their versions; throws when npm cannot fetch them. */
export function fetchPeers(cache) {
  const folder = join(cache, 'peers');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: WANTED }),
  );
  const { status, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-online'],
    {
      cwd: folder,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error(`npm could not fetch the peers:\n${stderr}`);
  const node = ['node_modules/node/bin/node', 'node_modules/node/bin/node.exe']
    .map((path) => join(folder, path))
    .find((path) => existsSync(path));
  return Object.keys(PEERS).map((name) => ({ name, node, ...packageOf(folder, name) }));
}

function packageOf(folder, name) {
  const root = join(folder, 'node_modules', name);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { version, program: join(root, PEERS[name].program) };
}

/** Installs all of a source into a new project of a new home. */
export async function installWithPeer(scratch, peer, { name, address }) {
  const [cwd, home] = ['project', 'home'].map((part) =>
    scratch.makeFolder(`${peer.name}/${name}/${part}`),
  );
  spawnSync('git', ['init', '--quiet', cwd]);
  const silent = { DO_NOT_TRACK: '1', DISABLE_TELEMETRY: '1', CI: '1', GIT_TERMINAL_PROMPT: '0' };
  const env = { ...scratch.env, ...silent, HOME: home, USERPROFILE: home };
  const started = performance.now();
  const { code, output } = await finished(
    spawn(peer.node, [peer.program, ...PEERS[peer.name].args(address)], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS,
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  const skills = installedSkills(cwd, ['.claude/skills', '.agents/skills']);
  return { name: peer.name, version: peer.version, code, output, seconds, skills };
}

function finished(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
