import { posix } from 'node:path';
import { isCalled } from './match.mjs';

/** What became of a plugin and of each of its parts. `made`: names of installed skills that the tree has not. */
export function pluginOutcomes(plugin, { result, reasons, made, found, whole }) {
  const change = changeOf(plugin, result.plugins, whole);
  const withheld = reasons.ofPath(plugin.path, undefined);
  const itself = outcome({ kind: 'plugin', what: plugin.path || './' }, change?.name, withheld);
  const itsSkills = found.skills.some((skill) => within(skill.path, plugin.path));
  // a plugin of nothing but skills may come as its skills
  if (plugin.parts.length === 0 && itsSkills) itself.silent = false;
  const parts = plugin.parts.map((part) => {
    const as = INSTALLED[part.kind](part, { ...result, change, made });
    const why = reasonOf(part, plugin, reasons) ?? withheld;
    return outcome({ kind: part.kind, what: called(part, plugin) }, as, why);
  });
  return [itself, ...parts];
}

export function within(path, folder) {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Lost without a word: neither there nor explained. */
export function outcome(what, as, why) {
  const there = as !== undefined;
  return { ...what, as, why: there ? undefined : why, silent: !there && why === undefined };
}

function reasonOf(part, plugin, reasons) {
  return part.path
    ? reasons.ofPath(posix.join(plugin.path, part.path), plugin)
    : reasons.ofWords(part.name, plugin);
}

function called({ path, name, runs }, plugin) {
  const words = runs === undefined ? name : `${name}: ${runs}`;
  return [plugin.path, path ?? words].filter(Boolean).join('/');
}

/**
 * The change that is this plugin: by the folder of its source, its name, or as the repository itself. `whole`: what the repository itself is called,
 * as a plugin or as the collection of its loose skills.
 */
function changeOf(plugin, changes, whole) {
  const itself = changes.find(({ name }) => name === whole);
  // one in our form may have another name than its repository
  if (plugin.path === '') return itself ?? (changes.length === 1 ? changes[0] : undefined);
  const others = changes.filter((change) => change !== itself);
  const named = (name) => others.find((change) => change.name.split('/').pop() === slug(name));
  const folder = others.find(({ source }) => source.split('#')[0].endsWith(`/${plugin.path}`));
  return folder ?? named(plugin.name) ?? named(posix.basename(plugin.path));
}

export function slug(name) {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** `analyzeFull` is `analyze-full`. */
function slugOfWords(name) {
  return slug(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2'));
}

/** Whether a part is there, by kind; answers what shows it. */
const INSTALLED = {
  command: ({ path, name }, { made }) => {
    const words = path.replace(/^(?:.*\/)?commands\//, '').replace(/\.\w+$/, '');
    const called = [slugOfWords(words), slugOfWords(name), name];
    const names = [...called, ...called.map((each) => `${each}-command`)];
    return (
      taken(made, (skill) => names.includes(skill)) ??
      taken(made, (skill) => names.some((each) => isCalled(skill, each)))
    );
  },
  'sub-agent': (part, { subagents }) =>
    subagents.find((path) => isCalled(posix.basename(path, '.md'), part.name)),
  'tool server': (part, { change }) =>
    brought(change, 'tool-server').find(({ name }) => isCalled(name, part.name))?.name,
  // in our form it is run by svc, in the agent's own form it stands in the agent's file
  hook: (part, { change, hooks }) =>
    [...brought(change, 'hook').map(({ runs }) => runs), ...hooks].find(
      (runs) => plain(runs) === plain(part.runs),
    ),
};

/** The first that fits, which then stands for nothing else. */
function taken(names, fits) {
  const index = names.findIndex(fits);
  return index === -1 ? undefined : names.splice(index, 1)[0];
}

function brought(change, kind) {
  return (change?.brings ?? []).filter((each) => each.kind === kind);
}

/** Also with a default, which may be another variable. */
const VARIABLE = /\$(?:[A-Za-z_]+|\{[A-Za-z_]+(?::-(?:\$\{[^{}]*\}|[^{}])*)?\})/g;

/** A command line without what stands for the plugin's folder, which every vendor calls otherwise, and without variables that hold it. */
function plain(command) {
  return (command ?? '')
    .replaceAll(/^(\w*PLUGIN\w*=\S+ )+/g, '')
    .replaceAll(VARIABLE, '')
    .replaceAll(/\.svc\/plugins\/[\w.-]+\/[\w.-]+|["']/g, '')
    .replaceAll(/(^|\s)\.?\//g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
