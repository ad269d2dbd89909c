// npm run agents [-- <agent> …] [--keep] [--record]: runs coding agents, the real programs, against a model of our own without any network, and
// prints which of them take up what `svc install` writes; `--record` puts the table into docs/agents.md. Exits 1 when something that we claim does
// not hold.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import semver from 'semver';
import { run, tool } from './run.mjs';
import { step } from './step.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const CACHE = join(ROOT, '.cache/agents');
const CHECKS = join(CACHE, 'checks.mjs');
const PINNED = JSON.parse(readFileSync(join(ROOT, 'test/agents/programs.json'), 'utf8'));
// loopback alone, and up
const ALONE = ['-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

process.chdir(ROOT);
if (spawnSync('unshare', [...ALONE, 'true']).status !== 0) {
  console.log(
    'Skipped: this needs Linux with user and network namespaces (`unshare -rn`) and iproute2 (`ip`).',
  );
  process.exit(0);
}
const args = process.argv.slice(2);
if (!existsSync('dist/bin/svc.cjs')) await step('build', ['tools/build.mjs']);
for (const id of Object.keys(PINNED.programs).filter(isAsked)) await install(id);
await build({
  entryPoints: ['test/agents/main.ts'],
  outfile: CHECKS,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
});
process.exitCode = await inNamespace([
  process.execPath,
  CHECKS,
  '--root',
  ROOT,
  '--programs',
  CACHE,
  ...args,
]);
if (args.includes('--record'))
  await step('format', [tool('prettier/bin/prettier.cjs'), '--write', 'docs/agents.md']);

/** A row is named after its program, and may go on with what is special in it. */
function isAsked(program) {
  const rows = args.filter((arg) => !arg.startsWith('--'));
  const all = rows.length === 0 || rows.includes('launch');
  return all || rows.some((row) => row.startsWith(program));
}

/** Puts a program into a folder of its own, with a node of its own where ours is too old for it. */
async function install(id) {
  const folder = join(CACHE, id);
  const { package: name, version } = PINNED.programs[id];
  await npmInstall(folder, { [name]: version });
  const { engines = {} } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  if (!semver.satisfies(process.versions.node, engines.node ?? '*'))
    await npmInstall(folder, { [name]: version, node: PINNED.node });
}

async function npmInstall(folder, dependencies) {
  const manifest = join(folder, 'package.json');
  const installed = existsSync(manifest)
    ? JSON.parse(readFileSync(manifest, 'utf8')).dependencies
    : {};
  if (Object.entries(dependencies).every(([name, version]) => installed[name] === version)) return;
  console.error(
    `Installing ${Object.entries(dependencies)
      .map((each) => each.join('@'))
      .join(', ')}`,
  );
  mkdirSync(folder, { recursive: true });
  const packages = Object.entries(dependencies).map((each) => each.join('@'));
  const { code, output } = await run(
    'npm',
    ['install', '--prefix', folder, '--save-exact', '--no-audit', '--no-fund', ...packages],
    {
      cwd: folder,
    },
  );
  if (code !== 0) throw new Error(`npm install failed:\n${output}`);
}

function inNamespace(command) {
  return new Promise((resolveCode) => {
    const child = spawn('unshare', [...ALONE, ...command], { stdio: 'inherit' });
    child.on('close', (code) => resolveCode(code ?? 1));
  });
}
