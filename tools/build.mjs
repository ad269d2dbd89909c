// npm run build: list of modules → tsc → manifests → bundle → compiled code → package of the client. Each step leaves its result in dist/; unchanged sources cost tsc about a second.
//   node tools/build.mjs --no-bundle    stops after the manifests
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { globSync } from 'tinyglobby';
import { writeBuiltIn } from './builtin.mjs';
import { ENTRIES, PACKAGE_NAME } from './entries.mjs';
import { run, tool } from './run.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

/**
 * Inside dist the package's own name means tsc's output, not the bundle that is made from it. The declarations describe the bundle, which is
 * CommonJS: ES modules and CommonJS can both be compiled against them.
 */
const innerPackage = (type) => ({
  name: PACKAGE_NAME,
  private: true,
  type,
  exports: Object.fromEntries(ENTRIES.map(({ entry, source }) => [entry, `./${source}.js`])),
});

async function compile() {
  const { code, output } = await run(
    process.execPath,
    [tool('typescript/bin/tsc'), '-p', 'tsconfig.build.json'],
    { cwd: ROOT },
  );
  if (code !== 0) throw new Error(output.trimEnd());
  await prune();
  for (const [folder, type] of [
    ['.', 'module'],
    ['types', 'commonjs'],
  ])
    await writeFile(
      join(DIST, folder, 'package.json'),
      `${JSON.stringify(innerPackage(type), null, 2)}\n`,
    );
}

/** What is left of sources that are gone would still be found and bundled. */
async function prune() {
  for (const file of globSync('{kernel,toolbox,modules,hosts}/**/*.js', { cwd: DIST })) {
    if (existsSync(join(ROOT, file.replace(/\.js$/, '.ts')))) continue;
    for (const path of [file, `${file}.map`, `types/${file.replace(/\.js$/, '.d.ts')}`])
      await rm(join(DIST, path), { force: true });
  }
}

/** Everything in the modules that is no TypeScript, such as JSON files, templates and style sheets. */
async function copyAssets() {
  const ignore = ['**/*.ts', '**/*.md', '**/*.test.*', '**/fixtures/**'];
  const files = globSync(['modules/**/*', 'hosts/**/*'], { cwd: ROOT, ignore });
  const templates = globSync(['modules/*/{client,server}/**/*.md'], {
    cwd: ROOT,
    ignore: ['**/README.md'],
  });
  for (const file of [...files, ...templates]) {
    await mkdir(dirname(join(DIST, file)), { recursive: true });
    await copyFile(join(ROOT, file), join(DIST, file));
  }
}

async function manifests() {
  // a process of its own: it loads every module
  const { code, output } = await run(process.execPath, [join(ROOT, 'tools/manifest.mjs')], {
    cwd: ROOT,
  });
  if (code !== 0) throw new Error(output.trimEnd());
}

const STEPS = [
  ['modules', writeBuiltIn],
  ['compile', compile],
  ['assets', copyAssets],
  ['manifests', manifests],
];

/** What esbuild says of the bundle. */
let metafile;

const BUNDLE_STEPS = [
  ['bundle', async () => (metafile = await (await import('./bundle.mjs')).bundle())],
  ['compiled', async () => (await import('./bundle/compile.mjs')).compileChunks(join(DIST, 'bin'))],
  ['client', async () => (await import('./client.mjs')).makeClient(metafile)],
];

/** Throws the output of the step that failed. */
export async function build({ bundled = true } = {}) {
  for (const [name, step] of [...STEPS, ...(bundled ? BUNDLE_STEPS : [])]) {
    const started = performance.now();
    await step();
    console.log(`${name.padEnd(10)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
}

if (import.meta.filename === resolve(process.argv[1] ?? '')) {
  try {
    await build({ bundled: !process.argv.includes('--no-bundle') });
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
