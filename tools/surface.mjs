// npm run surface: records every command, tool and route in docs/reference/surface.json, and beside it every setting, every extension point,
// every field of the configuration of lnk and the example of a module. With --check it writes nothing, and fails when a record is not what the modules declare;
// with --built it builds nothing, because that has just been done.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { globSync } from 'tinyglobby';
import { build } from './build.mjs';
import { exampleModuleText } from './manifest/example-module.mjs';
import { extensionPointPages } from './manifest/extension-points.mjs';
import { settingsText } from './manifest/settings.mjs';
import { surfaceOf, surfaceText } from './manifest/surface.mjs';

const ROOT = resolve(import.meta.dirname, '..');

async function builtManifests() {
  const read = async (file) => JSON.parse(await readFile(join(ROOT, 'dist', file), 'utf8'));
  const built = await read('manifests.json');
  return Promise.all(built.map(({ id }) => read(`modules/${id}/manifest.json`)));
}

async function recordsOf(manifests) {
  const { kernelPoints } = await import('../dist/kernel/graph/contribution-check.js');
  const { referencePages } = await import('../dist/modules/lnk/config/schema/reference-pages.js');
  return {
    'docs/reference/surface.json': surfaceText(surfaceOf(manifests)),
    'docs/reference/settings.md': settingsText(manifests),
    ...inReference(referencePages()),
    'docs/reference/example-module.md': exampleModuleText(),
    ...extensionPointPages(manifests, kernelPoints),
  };
}

const inReference = (pages) =>
  Object.fromEntries(Object.entries(pages).map(([name, text]) => [`docs/reference/${name}`, text]));

function firstDifference(recorded, declared) {
  const [old, now] = [recorded.split('\n'), declared.split('\n')];
  const gone = old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`);
  const added = now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`);
  return [...gone, ...added].slice(0, 20).join('\n');
}

async function check(record, declared) {
  const recorded = await readFile(join(ROOT, record), 'utf8').catch(() => '');
  if (recorded === declared) return;
  throw new Error(
    `${record} is not what the modules declare:\n${firstDifference(recorded, declared)}\nRecord it with: npm run surface`,
  );
}

async function write(record, declared) {
  await mkdir(dirname(join(ROOT, record)), { recursive: true });
  await writeFile(join(ROOT, record), declared);
}

try {
  if (!process.argv.includes('--built')) await build({ bundled: false });
  const manifests = await builtManifests();
  const records = await recordsOf(manifests);
  const checking = process.argv.includes('--check');
  for (const [record, text] of Object.entries(records))
    await (checking ? check : write)(record, text);
  for (const stale of globSync('docs/reference/**', { cwd: ROOT })) {
    if (stale in records) continue;
    if (checking) await check(stale, '');
    else await rm(join(ROOT, stale));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
