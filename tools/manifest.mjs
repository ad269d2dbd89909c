// Writes the manifests of all modules from what tsc has emitted into dist/: one beside each module, all of them in dist/manifests.json.
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

async function writeJson(file, value) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(value, null, 1)}\n`);
}

/** Writes and answers the manifests of the modules that ship. */
export async function writeManifests() {
  await load('kernel/dto/index.js');
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
    await writeJson(join(DIST, 'modules', manifest.id, 'manifest.json'), manifest);
    manifests.push(manifest);
  }
  // read on every start of the program: no white space
  await writeFile(join(DIST, 'manifests.json'), JSON.stringify(manifests));
  return manifests;
}

if (import.meta.filename === resolve(process.argv[1] ?? ''))
  console.log(`${(await writeManifests()).length} manifests written`);
