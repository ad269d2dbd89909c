// Writes the manifests of all modules from what tsc has emitted into dist/: one beside each module, all of them in dist/manifests.json.
//   node tools/manifest.mjs                                     the modules of this repository
//   node tools/manifest.mjs --module FILE.js --out FILE.json    a module from elsewhere (--sources DIR: where its doc comments are)
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { globSync } from 'tinyglobby';
import { Docs } from './manifest/descriptions.mjs';
import { moduleManifest } from './manifest/module-manifest.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');

async function load(file) {
  return import(pathToFileURL(file).href);
}

/** A module's declaration as a manifest; the error names the file. */
async function manifestOf(file, docs) {
  try {
    const { deriveManifest } = await load(join(DIST, 'kernel/manifest/derive-manifest.js'));
    return await moduleManifest((await load(file)).default, { docs, deriveManifest });
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
  await load(join(DIST, 'kernel/dto/index.js'));
  const docs = await new Docs().read({ compiled: DIST, sources: ROOT, folders: ['modules/*/contract', 'hosts/module'] });
  const files = globSync(['modules/*/module.js', 'hosts/module/module.js'], { cwd: DIST }).sort();
  const manifests = [];
  for (const file of files) {
    const manifest = await manifestOf(join(DIST, file), docs);
    await writeJson(join(DIST, 'modules', manifest.id, 'manifest.json'), manifest);
    manifests.push(manifest);
  }
  // read on every start of the program: no white space
  await writeFile(join(DIST, 'manifests.json'), JSON.stringify(manifests));
  return manifests;
}

async function writeOne({ module, out, sources }) {
  await load(join(DIST, 'kernel/dto/index.js'));
  const compiled = dirname(resolve(module));
  const docs = await new Docs().read({ compiled, sources: resolve(sources ?? compiled), folders: ['.'] });
  await writeJson(resolve(out), await manifestOf(resolve(module), docs));
}

if (import.meta.filename === resolve(process.argv[1] ?? '')) {
  const options = { module: { type: 'string' }, out: { type: 'string' }, sources: { type: 'string' } };
  const { values } = parseArgs({ options });
  if (values.module === undefined) console.log(`${(await writeManifests()).length} manifests written`);
  else await writeOne({ out: join(dirname(values.module), 'manifest.json'), ...values });
}
