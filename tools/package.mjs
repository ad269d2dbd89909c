// node tools/package.mjs: makes the npm packages of this clone, that of the client and the one with the server. With --install one of them is
// installed too, by default the one with the server; further words go to `npm install`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { headers, install } from './install.mjs';
import { run } from './run.mjs';
import { step } from './step.mjs';

process.chdir(join(import.meta.dirname, '..'));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const PACKAGES = {
  client: { name: 'svc-client', folder: 'dist/client', flags: [] },
  server: {
    name: 'svc-registry',
    folder: '.',
    flags: ['--allow-scripts=sqlite3,argon2'],
  },
};
const archiveOf = ({ name }) => `${name}-${version}.tgz`;
const installation = (made) => ['install', '-g', ...made.flags, `./${archiveOf(made)}`].join(' ');

const { chosen, more } = readArguments(process.argv.slice(2));
await install();
await step('build', ['tools/build.mjs']);
for (const made of Object.values(PACKAGES)) await pack(made);
console.log(`\nMade two packages. On any machine with Node 20.19 or newer, one of these:
  npm ${installation(PACKAGES.client)}   everything but the server
  npm ${installation(PACKAGES.server)}   with the server`);
if (chosen !== undefined) await installHere(chosen);

function readArguments([first, ...rest]) {
  if (first === undefined) return { more: [] };
  if (first !== '--install') {
    console.error(
      'Usage: node tools/package.mjs [--install [client|server] [words for `npm install`, such as --prefix ~/.local]]',
    );
    process.exit(2);
  }
  const named = Object.hasOwn(PACKAGES, rest[0] ?? '');
  return {
    chosen: PACKAGES[named ? rest[0] : 'server'],
    more: named ? rest.slice(1) : rest,
  };
}

async function pack(made) {
  rmSync(archiveOf(made), { force: true });
  await npm(made, ['pack', '--ignore-scripts', `./${made.folder}`]);
}

async function installHere(made) {
  console.log(`\nInstalling ${made.name} here …`);
  const quiet = ['--no-audit', '--no-fund'];
  await npm(
    made,
    ['install', '-g', ...made.flags, ...quiet, ...more, `./${archiveOf(made)}`],
    headers(),
  );
  const { output } = await run('npm', ['prefix', '-g', '--loglevel=error', ...more]);
  const folder = process.platform === 'win32' ? output.trim() : join(output.trim(), 'bin');
  const onPath = (process.env.PATH ?? '').split(delimiter).includes(folder);
  console.log(
    `Installed svc and lnk in ${folder}.${onPath ? '' : ` ${folder} is not on your PATH: add it.`}`,
  );
}

async function npm(made, args, environment = {}) {
  const { code, output } = await run('npm', args, { env: { ...process.env, ...environment } });
  if (code === 0 && existsSync(archiveOf(made))) return;
  console.error(output.trimEnd().split('\n').slice(-25).join('\n'));
  console.error(adviceOn(output, made));
  process.exit(1);
}

function adviceOn(output, { name }) {
  if (output.includes('EEXIST')) {
    const other = Object.values(PACKAGES).find((made) => made.name !== name).name;
    return `\nThe other package brings programs of the same names. Where it is installed, remove it first: npm uninstall -g ${[other, ...more].join(' ')}`;
  }
  return output.includes('EACCES')
    ? '\nYou may not write there. Choose a folder of your own: node tools/package.mjs --install --prefix ~/.local'
    : '';
}
