// Installs the dependencies of a fresh clone, or sees that they are there already. Uses nothing but node itself.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run } from './run.mjs';

const OLDEST = [20, 19];
const BINDING = 'node_modules/sqlite3/build/Release/node_sqlite3.node';

export async function install() {
  requireNode();
  if (isInstalled()) {
    console.log('Dependencies are installed already.');
    return;
  }
  const missing = missingBuildTools();
  if (missing.length > 0) {
    console.log(
      `Note: ${missing.join(', ')} not found. That is fine as long as a ready-made sqlite3 can be downloaded for this machine.`,
    );
  }
  console.log(
    'Installing dependencies (npm ci). Where sqlite3 has to be compiled this takes a minute or two …',
  );
  const result = await run('npm', ['ci', '--no-audit', '--no-fund'], {
    env: { ...process.env, ...headers() },
  });
  if (result.code === 0 && existsSync(BINDING)) return;
  console.error(result.output.trimEnd().split('\n').slice(-25).join('\n'));
  console.error(`\n${advice(result, missing)}`);
  process.exit(1);
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  console.error(
    `Node ${OLDEST.join('.')} or newer is needed; this is ${process.versions.node}. See https://nodejs.org/`,
  );
  process.exit(1);
}

/** True when every package of the lock file is there in its version, and sqlite3 has its binary. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json') || !existsSync(BINDING)) return false;
  const wanted = packages('package-lock.json');
  const present = packages('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.peer ||
      entry.devOptional ||
      present[path]?.version === entry.version,
  );
}

function packages(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** Where node-gyp finds node's headers without downloading them: beside the running node, when it brought them along. */
export function headers() {
  const root = dirname(dirname(realpathSync(process.execPath)));
  const own = existsSync(join(root, 'include', 'node', 'node.h'));
  return own && !process.env.npm_config_nodedir ? { npm_config_nodedir: root } : {};
}

function missingBuildTools() {
  if (process.platform === 'win32') return [];
  const wanted = {
    'Python 3': ['python3'],
    make: ['make', 'gmake'],
    'a C++ compiler': ['c++', 'g++', 'clang++'],
  };
  return Object.keys(wanted).filter((name) => !wanted[name].some(onPath));
}

function onPath(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, program)));
}

function advice(result, missing) {
  if (result.code === 127) return 'npm was not found. It comes with Node: https://nodejs.org/';
  if (missing.length > 0) {
    return `sqlite3 has to be compiled here, and that needs: ${missing.join(', ')}.
Debian, Ubuntu: sudo apt-get install python3 make g++      macOS: xcode-select --install      Fedora: sudo dnf install python3 make gcc-c++`;
  }
  if (result.code === 0) {
    return 'sqlite3 has no binary: npm did not run its install script. Allow it (npm install-scripts approve sqlite3) and run: npm rebuild sqlite3';
  }
  return 'npm ci failed; its last lines are above.';
}
