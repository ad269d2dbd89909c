// Writes the manifests of all modules from what tsc has emitted into dist/: one beside each module with everything, and all of them in
// dist/manifests.json without the schemas, because every start reads that file.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

async function load(file) {
  return import(pathToFileURL(join(DIST, file)).href);
}

/** A module's declaration as a manifest; the error names the file. */
async function manifestOf(file, docs) {
  try {
    const { moduleManifest } = await load('hosts/module/manifest/module-manifest.js');
    return await moduleManifest((await load(file)).default, docs);
  } catch (error) {
    throw new Error(`${file}: ${error.message}`, { cause: error });
  }
}

const without = (fields, names) =>
  fields && Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const withoutFalse = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== false));

/** The manifest as a start reads it. */
const forStart = (manifest, isRightlyEmpty) => ({
  ...without(manifest, ['errors']),
  operations: manifest.operations.map((operation) =>
    withoutFalse({
      ...without(operation, ['description', 'input', 'output', 'meta']),
      needsInput: (operation.input.required ?? []).length > 0,
      mayBeEmpty: isRightlyEmpty(operation, {}),
      cli: without(operation.cli, ['examples']),
      mcp: without(operation.mcp, ['description']),
    }),
  ),
});

/** Writes and answers the manifests of the modules that ship. */
export async function writeManifests() {
  await load('kernel/dto/index.js');
  const { isRightlyEmpty } = await load('kernel/invoke/empty-input.js');
  const { DocComments } = await load('hosts/module/manifest/doc-comments.js');
  const described = ['modules/*/contract/**/*.js', 'hosts/module/contract/**/*.js'];
  const compiled = globSync([...described, 'kernel/dto/page-input.js'], { cwd: DIST });
  const docs = new DocComments(
    ts,
    compiled.map((code) => ({
      code: join(DIST, code),
      comments: join(DIST, 'types', code.replace(/\.js$/, '.d.ts')),
    })),
  );
  const files = globSync(['modules/*/module.js', 'hosts/module/module.js'], { cwd: DIST }).sort();
  const manifests = [];
  for (const file of files) {
    const manifest = await manifestOf(file, docs);
    const whole = join(DIST, 'modules', manifest.id, 'manifest.json');
    await mkdir(dirname(whole), { recursive: true });
    // the program reads them: no white space
    await writeFile(whole, JSON.stringify(manifest));
    manifests.push(manifest);
  }
  const started = manifests.map((manifest) => forStart(manifest, isRightlyEmpty));
  await writeFile(join(DIST, 'manifests.json'), JSON.stringify(started));
  return manifests;
}

if (import.meta.filename === resolve(process.argv[1] ?? ''))
  console.log(`${(await writeManifests()).length} manifests written`);
