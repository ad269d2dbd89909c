import { basename, extname, join, posix } from 'node:path';
import { readFileSync } from 'node:fs';
import { readJson } from './tree.mjs';

/** Hooks, tool servers, commands and sub-agents of one plugin. `declared`: its manifests, and the entry that lists it. */
export function partsOf({ folder, paths, declared }) {
  const lists = (key, fallback) => named({ key, fallback, paths, declared });
  return [
    ...lists('commands', 'commands')
      .filter(isCommand)
      .map((path) => ({ kind: 'command', name: stem(path), path })),
    ...lists('agents', 'agents')
      .filter((path) => path.endsWith('.md'))
      .map((path) => ({ kind: 'sub-agent', name: stem(path), path })),
    ...distinct(
      documents({ key: 'hooks', fallback: 'hooks/hooks.json', folder, declared }).flatMap(hooksOf),
    ),
    ...distinct(
      documents({ key: 'mcpServers', fallback: '.mcp.json', folder, declared }).flatMap(serversOf),
    ),
  ];
}

/** Files that manifests name by path, file or folder; those of the usual folder where no manifest says anything. */
function named({ key, fallback, paths, declared }) {
  const values = declared.map((each) => each[key]).filter((value) => value !== undefined);
  const places = values.flatMap(pathsIn).map((path) => posix.normalize(path).replace(/\/$/, ''));
  const from = [...new Set(values.length > 0 ? places : [fallback])];
  return paths.filter((path) =>
    from.some((place) => path === place || path.startsWith(`${place}/`)),
  );
}

/** A command may also be an object that names its file. */
function pathsIn(value) {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(pathsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((each) =>
    typeof each?.source === 'string' ? [each.source] : [],
  );
}

/** The usual file, and what manifests say: paths of files, or the content itself. */
function documents({ key, fallback, folder, declared }) {
  const values = declared
    .map((each) => each[key])
    .flatMap((value) => (Array.isArray(value) ? value : [value]));
  const files = [fallback, ...values.filter((value) => typeof value === 'string')];
  const inline = values.filter((value) => typeof value === 'object' && value !== null);
  return [...new Set(files.map((file) => posix.normalize(file)))]
    .map((file) => readJson(join(folder, file)))
    .concat(inline)
    .filter((value) => typeof value === 'object' && value !== null);
}

/** `{ <event>: [{ hooks: [{ command }] }] }`, or `{ <event>: [{ command }] }`, with or without a wrapper. */
function hooksOf(document) {
  const events = document.hooks ?? document;
  if (Array.isArray(events)) return [];
  return Object.entries(events)
    .filter(([, groups]) => Array.isArray(groups))
    .flatMap(([event, groups]) =>
      groups
        .flatMap((group) => (Array.isArray(group?.hooks) ? group.hooks : [group]))
        .map((hook) => ({
          kind: 'hook',
          name: event,
          runs: String(
            hook?.command ?? hook?.bash ?? hook?.url ?? hook?.prompt ?? JSON.stringify(hook),
          ),
        })),
    );
}

function serversOf(document) {
  const servers = document.mcpServers ?? document;
  return Object.entries(servers)
    .filter(([, server]) => typeof server === 'object' && server !== null)
    .map(([name]) => ({ kind: 'tool server', name }));
}

function distinct(parts) {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

function isCommand(path) {
  return ['.md', '.toml'].includes(extname(path)) && basename(path).toLowerCase() !== 'readme.md';
}

function stem(path) {
  return basename(path).replace(/\.agent\.md$|\.(md|toml)$/, '');
}

/** The text of a file without its front matter. */
export function bodyOf(file) {
  return readFileSync(file, 'utf8')
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .trim();
}
