// What a repository has, found by the plainest possible rules, and by none of the code that installs.
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { partsOf } from './scan-plugin.mjs';
import { hashesOf, pathsOf, readJson } from './tree.mjs';

// in the order in which one plugin is read that has several: they say the same of it in the forms of several vendors
const MANIFESTS = [
  '.svc-plugin/plugin.json',
  'tile.json',
  '.claude-plugin/plugin.json',
  '.codex-plugin/plugin.json',
  '.cursor-plugin/plugin.json',
  '.tessl-plugin/plugin.json',
  '.github/plugin/plugin.json',
  '.plugin/plugin.json',
  'gemini-extension.json',
];
const MARKETPLACES = [
  '.claude-plugin/marketplace.json',
  '.agents/plugins/marketplace.json',
  '.cursor-plugin/marketplace.json',
  '.github/plugin/marketplace.json',
];

/** Skills with their files, plugins with their parts, and what marketplaces list that is elsewhere. Paths are relative to the repository. */
export function scan(tree) {
  const paths = pathsOf(tree);
  const skills = paths
    .filter((path) => basename(path) === 'SKILL.md')
    .map((path) => skillAt(tree, path));
  const { here, elsewhere } = entriesOf(tree);
  const folders = new Map([...here, ...manifestsOf(paths, here)]);
  const plugins = [...folders].map(([folder, entry]) => pluginAt({ tree, paths, folder, entry }));
  return { files: paths.length, skills, plugins, elsewhere };
}

function skillAt(tree, path) {
  const folder = dirname(path) === '.' ? '' : dirname(path);
  return { path: folder, name: basename(folder || tree), files: hashesOf(join(tree, folder)) };
}

/** The folders with a manifest that no marketplace lists. */
function manifestsOf(paths, here) {
  return MANIFESTS.flatMap((manifest) =>
    paths
      .filter((path) => path === manifest || path.endsWith(`/${manifest}`))
      .map((path) => path.slice(0, -manifest.length).replace(/\/$/, '')),
  )
    .filter((folder) => !here.has(folder))
    .map((folder) => [folder, undefined]);
}

function pluginAt({ tree, paths, folder, entry }) {
  const manifest = MANIFESTS.map((name) => readJson(join(tree, folder, name))).find(isObject);
  const own = paths
    .filter((path) => folder === '' || path.startsWith(`${folder}/`))
    .map((path) => (folder === '' ? path : path.slice(folder.length + 1)));
  return {
    path: folder,
    name: String(entry?.name ?? manifest?.name ?? basename(folder || tree)),
    parts: partsOf({
      folder: join(tree, folder),
      paths: own,
      declared: [manifest, entry].filter(isObject),
    }),
  };
}

/** Of all marketplaces at the root: entries whose folder is here, by folder, and the others. An entry that is in two of them counts once. */
function entriesOf(tree) {
  const here = new Map();
  const elsewhere = new Map();
  for (const file of MARKETPLACES) {
    const marketplace = readJson(join(tree, file));
    for (const entry of listOf(marketplace)) {
      const folder = folderOf(tree, entry.source, marketplace.metadata?.pluginRoot);
      // the repository itself: a plugin where it has a manifest, else a list of skills that are found as such
      if (folder === '') continue;
      if (folder === undefined)
        elsewhere.set(entry.name, { name: String(entry.name), path: sourceText(entry.source) });
      else if (!here.has(folder)) here.set(folder, entry);
    }
  }
  return { here, elsewhere: [...elsewhere.values()] };
}

function listOf(marketplace) {
  const plugins = marketplace?.plugins;
  return Array.isArray(plugins) ? plugins.filter(isObject) : [];
}

/** `undefined` where it is no folder of this repository. */
function folderOf(tree, source, root) {
  const path = typeof source === 'object' && source?.source === 'local' ? source.path : source;
  if (typeof path !== 'string') return undefined;
  return [path, ...(typeof root === 'string' ? [posix.join(root, path)] : [])]
    .map((each) => posix.normalize(each).replace(/^\.\/?$|\/$/, ''))
    .find((each) => !each.startsWith('..') && isFolder(join(tree, each)));
}

function sourceText(source) {
  return typeof source === 'string' ? source : JSON.stringify(source);
}

function isFolder(path) {
  return existsSync(path) && statSync(path).isDirectory();
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
