import { basename, extname, join, posix } from 'node:path';
import { readJson } from './tree.mjs';

/** Hooks, tool servers, commands and sub-agents of one plugin. `declared`: its manifest, and the entry that lists it. */
export function partsOf({ folder, paths, declared }) {
  const files = (key, usual) => filesOf({ key, usual, paths, declared });
  const json = (key, usual) => documents({ key, usual, folder, declared });
  return [
    ...files('commands', 'commands').filter(isCommand).map(partOf('command')),
    ...files('agents', 'agents').filter(isMarkdown).map(partOf('sub-agent')),
    ...distinct(json('hooks', ['hooks/hooks.json']).flatMap(hooksOf)),
    ...distinct(json('mcpServers', ['.mcp.json', 'mcp.json']).flatMap(serversOf)),
  ];
}

function partOf(kind) {
  return (path) => ({ kind, name: stem(path), path });
}

/** Those of the usual folder, and those that the manifest names, file by file or as a folder. */
function filesOf({ key, usual, paths, declared }) {
  const named = declared
    .flatMap((each) => pathsIn(each[key]))
    .map((path) => posix.normalize(path).replace(/\/$/, ''));
  const from = [...new Set([usual, ...named])];
  return paths.filter((path) => from.some((each) => path === each || path.startsWith(`${each}/`)));
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

/** The usual files, and what the manifest says: paths of files, or the content itself. */
function documents({ key, usual, folder, declared }) {
  const values = declared.flatMap((each) => each[key] ?? []);
  const files = [...usual, ...values.filter((value) => typeof value === 'string')];
  return [...new Set(files.map((file) => posix.normalize(file)))]
    .map((file) => readJson(join(folder, file)))
    .concat(values)
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
  return isMarkdown(path) || extname(path) === '.toml';
}

function isMarkdown(path) {
  return extname(path) === '.md' && basename(path).toLowerCase() !== 'readme.md';
}

function stem(path) {
  return basename(path).replace(/\.agent\.md$|\.(md|toml)$/, '');
}
