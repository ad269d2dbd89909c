// What a repository has, found by the plainest possible rules, and by none of the code that installs.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { partsOf } from './scan-plugin.mjs';
import { hashesOf, pathsOf, readJson } from './tree.mjs';

const MANIFESTS = [
  '.svc-plugin/plugin.json',
  'tile.json',
  '.claude-plugin/plugin.json',
  '.codex-plugin/plugin.json',
  '.cursor-plugin/plugin.json',
  '.tessl-plugin/plugin.json',
  'gemini-extension.json',
];
const MARKETPLACES = ['.claude-plugin/marketplace.json', '.agents/plugins/marketplace.json'];

/** Skills with their files, plugins with their parts, and what marketplaces list that is elsewhere. Paths are relative to the repository. */
export function scan(tree) {
  const paths = pathsOf(tree);
  const skills = paths
    .filter((path) => basename(path) === 'SKILL.md')
    .map((path) => skillAt(tree, path));
  const { here, elsewhere } = entriesOf(tree);
  const folders = new Map(here);
  for (const manifest of MANIFESTS)
    for (const path of paths.filter((each) => each === manifest || each.endsWith(`/${manifest}`))) {
      const folder = path.slice(0, -manifest.length).replace(/\/$/, '');
      if (!folders.has(folder)) folders.set(folder, undefined);
    }
  const plugins = [...folders].map(([folder, entry]) => pluginAt({ tree, paths, folder, entry }));
  return { files: paths.length, skills, plugins, elsewhere };
}

function skillAt(tree, path) {
  const folder = dirname(path) === '.' ? '' : dirname(path);
  return { path: folder, name: basename(folder || tree), files: hashesOf(join(tree, folder)) };
}

function pluginAt({ tree, paths, folder, entry }) {
  const manifests = MANIFESTS.map((name) => readJson(join(tree, folder, name))).filter(isObject);
  const own = paths
    .filter((path) => folder === '' || path.startsWith(`${folder}/`))
    .map((path) => (folder === '' ? path : path.slice(folder.length + 1)));
  const name = entry?.name ?? manifests[0]?.name ?? basename(folder || tree);
  const declared = entry === undefined ? manifests : [...manifests, entry];
  return {
    path: folder,
    name: String(name),
    parts: partsOf({ folder: join(tree, folder), paths: own, declared }),
  };
}

/** Of all marketplaces at the root: entries whose folder is here, by folder, and the others. An entry that is in two of them counts once. */
function entriesOf(tree) {
  const here = new Map();
  const elsewhere = new Map();
  for (const entry of MARKETPLACES.flatMap((file) => listOf(readJson(join(tree, file))))) {
    const folder = folderOf(entry.source);
    if (folder === undefined)
      elsewhere.set(entry.name, { name: String(entry.name), path: JSON.stringify(entry.source) });
    // a list of loose skills: its skills are found as such
    else if (folder !== '' && isFolder(join(tree, folder))) here.set(folder, entry);
    else if (folder !== '') elsewhere.set(entry.name, { name: String(entry.name), path: folder });
  }
  return { here, elsewhere: [...elsewhere.values()] };
}

function listOf(marketplace) {
  const plugins = marketplace?.plugins;
  return Array.isArray(plugins) ? plugins.filter(isObject) : [];
}

/** `undefined` where it is not in this repository. */
function folderOf(source) {
  const path = typeof source === 'object' && source?.source === 'local' ? source.path : source;
  if (
    typeof path !== 'string' ||
    (/^[a-z]+:|^[^./][^/]*\/[^/]*$/.test(path) && !path.startsWith('plugins/'))
  )
    return undefined;
  const folder = posix.normalize(path).replace(/\/$/, '');
  return folder === '.' ? '' : folder.replace(/^\.\//, '');
}

function isFolder(path) {
  return existsSync(path) && statSync(path).isDirectory();
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
