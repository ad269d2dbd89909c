import { posix } from 'node:path';
import { isCalled } from './match.mjs';

/** What became of a plugin and of each of its parts. `made`: names of installed skills that the tree has not. */
export function pluginOutcomes(plugin, { result, reasons, made, found }) {
  const change = changeOf(plugin, result.plugins);
  const withheld = reasons.ofPath(plugin.path, undefined);
  const itself = outcome({ kind: 'plugin', what: plugin.path || './' }, change?.name, withheld);
  const itsSkills = found.skills.some((skill) => within(skill.path, plugin.path));
  // a plugin of nothing but skills may come as its skills
  if (plugin.parts.length === 0 && itsSkills) itself.silent = false;
  const parts = plugin.parts.map((part) => {
    const as = INSTALLED[part.kind](part, { change, made, subagents: result.subagents });
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

/** The change that is this plugin: by the folder of its source, its name, or as the repository itself. */
function changeOf(plugin, changes) {
  const named = (name) => changes.find((change) => change.name.split('/').pop() === slug(name));
  const from = (test) => changes.find(({ source }) => test(source.split('#')[0]));
  if (plugin.path === '')
    return named(plugin.name) ?? from((source) => source.split('/').length <= 5);
  const folder = from((source) => source.endsWith(`/${plugin.path}`));
  return folder ?? named(plugin.name) ?? named(posix.basename(plugin.path));
}

function slug(name) {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Whether a part is there, by kind; answers what shows it. */
const INSTALLED = {
  command: (part, { made }) =>
    made.find((name) =>
      [part.name, `${part.name}-command`, slug(part.name)].some((each) => isCalled(name, each)),
    ),
  'sub-agent': (part, { subagents }) =>
    subagents.find((path) => isCalled(posix.basename(path, '.md'), part.name)),
  'tool server': (part, { change }) =>
    brought(change, 'tool-server').find(({ name }) => isCalled(name, part.name))?.name,
  hook: (part, { change }) =>
    brought(change, 'hook').find(({ runs }) => plain(runs) === plain(part.runs))?.name,
};

function brought(change, kind) {
  return (change?.brings ?? []).filter((each) => each.kind === kind);
}

/** A command line without what stands for the plugin's folder, which every vendor calls otherwise. */
function plain(command) {
  return (command ?? '')
    .replaceAll(/["']?\$\{?[A-Za-z_]+\}?["']?|\.svc\/plugins\/[\w.-]+\/[\w.-]+|["']/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
