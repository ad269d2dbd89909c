// node tools/package.mjs: makes the npm package of this clone. With --install it is installed too; further words go to `npm install`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { headers, install } from './install.mjs';
import { run } from './run.mjs';
import { step } from './step.mjs';

process.chdir(join(import.meta.dirname, '..'));
const [first, ...more] = process.argv.slice(2);
if (first !== undefined && first !== '--install') {
  console.error(
    'Usage: node tools/package.mjs [--install [words for `npm install`, such as --prefix ~/.local]]',
  );
  process.exit(2);
}
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const archive = `svc-registry-${version}.tgz`;

await install();
await step('build', ['tools/build.mjs']);
rmSync(archive, { force: true });
await npm(['pack', '--ignore-scripts']);
console.log(`\nMade ${archive}. On any machine with Node 20.19 or newer:
  npm install -g --allow-scripts=sqlite3,argon2 ./${archive}`);
if (first === '--install') await installHere();

async function installHere() {
  console.log('\nInstalling it here …');
  await npm(
    [
      'install',
      '-g',
      '--allow-scripts=sqlite3,argon2',
      '--no-audit',
      '--no-fund',
      ...more,
      `./${archive}`,
    ],
    headers(),
  );
  const { output } = await run('npm', ['prefix', '-g', '--loglevel=error', ...more]);
  const folder = process.platform === 'win32' ? output.trim() : join(output.trim(), 'bin');
  const onPath = (process.env.PATH ?? '').split(delimiter).includes(folder);
  console.log(
    `Installed svc and lnk in ${folder}.${onPath ? '' : ` ${folder} is not on your PATH: add it.`}`,
  );
}

async function npm(args, environment = {}) {
  const { code, output } = await run('npm', args, { env: { ...process.env, ...environment } });
  if (code === 0 && existsSync(archive)) return;
  console.error(output.trimEnd().split('\n').slice(-25).join('\n'));
  if (output.includes('EACCES'))
    console.error(
      '\nYou may not write there. Choose a folder of your own: node tools/package.mjs --install --prefix ~/.local',
    );
  process.exit(1);
}
