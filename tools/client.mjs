// The package of the client, in dist/client: what of the bundle it needs, and nothing of a server (ADR 68).
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { transform } from 'esbuild';
import { globSync } from 'tinyglobby';
import { BIN, DIST, ROOT, TARGET, writeFileOfItsOwn } from './bundle/chunks.mjs';
import { compileChunks } from './bundle/compile.mjs';
import { chunksOf } from './client/chunks.mjs';
import { CLIENT_ENTRIES, clientPackageJson, PRODUCT_NAME } from './client/package-json.mjs';

export const CLIENT = join(DIST, 'client');
const CLIENT_BIN = join(CLIENT, 'dist/bin');

/** Files of the bundle that are no chunks. */
const OTHERS = [
  ...['svc.cjs', 'lnk.cjs', 'hook.cjs', 'agent-extension.cjs'],
  ...['compiled.cjs', 'ajv-validator.cjs', 'class-validator-jsonschema.cjs'],
];

/** Threads are started from files where tsc put them. */
const THREADS = ['modules/lnk/patterns/search-thread.js'];

/** What programs of the client read or run beside the chunks, and what `svc modules check` reads comments from. */
const ASSETS = ['modules/**/*', 'types/kernel/dto/page-input.d.ts'];
const NO_ASSETS = ['modules/*/server/**', '**/testing/**', '**/*.{js,map}', '**/manifest.json'];

const ABSENT = "'use strict';\nrequire('./absent.cjs');\n";

/** Without indentation and long local names, a third of its size is gone; what functions and classes of a file are called stays, for stack traces. */
async function writeChunk(name) {
  const { code } = await transform(await readFile(join(BIN, name), 'utf8'), {
    ...TARGET,
    minifyWhitespace: true,
    minifySyntax: true,
    minifyIdentifiers: true,
    lineLimit: 200,
  });
  await writeFile(join(CLIENT_BIN, name), code);
}

const copyFromBin = (name) => cp(join(BIN, name), join(CLIENT_BIN, name));

/** Writes the chunks of the client; in place of each other one that they may ask for, one that says which package has it. */
async function writeChunks(metafile) {
  const imported = ['tsyringe', ...CLIENT_ENTRIES.map(({ bundle }) => bundle)];
  const { present, absent } = chunksOf(metafile, ['cli', 'absent', ...imported]);
  // node finds the names for `import { … }` in a line that has no effect, and goes when it is rewritten
  const asTheyAre = new Set(imported.map((name) => `${name}.cjs`));
  await Promise.all(
    present.map((name) => (asTheyAre.has(name) ? copyFromBin(name) : writeChunk(name))),
  );
  await Promise.all(absent.map((name) => writeFile(join(CLIENT_BIN, name), ABSENT)));
  await Promise.all(OTHERS.map(copyFromBin));
}

async function copyAssets() {
  for (const file of globSync(ASSETS, { cwd: DIST, ignore: NO_ASSETS }))
    await cp(join(DIST, file), join(CLIENT, 'dist', file));
  for (const file of THREADS)
    await writeFileOfItsOwn(join(DIST, file), join(CLIENT, 'dist', file), {
      format: 'esm',
      sourcemap: false,
    });
  await cp(join(ROOT, 'LICENSE'), join(CLIENT, 'LICENSE'));
  await cp(join(ROOT, 'tools/client/README.md'), join(CLIENT, 'README.md'));
}

/** Commands that need a server's code: help says so. */
const OF_THE_SERVER = /^(serve|worker|server .+)$/;

const withNote = (operation) =>
  OF_THE_SERVER.test(operation.cli?.name ?? '')
    ? { ...operation, summary: `${operation.summary} (in the package ${PRODUCT_NAME})` }
    : operation;

/** Only tools say what they answer; the forms of all other answers are for the server, which describes its API. */
const withoutAnswer = ({ output, ...operation }) =>
  operation.mcp === undefined ? operation : { ...operation, output };

const forClient = (manifest) => ({
  ...manifest,
  operations: manifest.operations.map(withNote).map(withoutAnswer),
});

async function writeManifests() {
  const write = async (file, change) => {
    const read = JSON.parse(await readFile(join(DIST, file), 'utf8'));
    await writeJson(join('dist', file), change(read));
  };
  await write('manifests.json', (manifests) => manifests.map(forClient));
  for (const file of globSync('modules/*/manifest.json', { cwd: DIST }))
    await write(file, forClient);
}

async function writeJson(file, value, indent) {
  const path = join(CLIENT, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(value, null, indent));
}

/** `metafile` is what esbuild says of the bundle, which lies in dist/bin. */
export async function makeClient(metafile) {
  await rm(CLIENT, { recursive: true, force: true });
  await mkdir(CLIENT_BIN, { recursive: true });
  await writeChunks(metafile);
  await copyAssets();
  await writeManifests();
  // the threads' files are ES modules
  await writeJson('dist/package.json', { private: true, type: 'module' });
  await writeJson('package.json', clientPackageJson, 2);
  await compileChunks(CLIENT_BIN);
}
