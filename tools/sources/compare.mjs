import { posix } from 'node:path';
import { isCalled, matchSkills } from './match.mjs';
import { Reasons } from './reasons.mjs';

/** What became of everything that was found: installed, left out with a reason, or lost without a word. */
export function compare(found, result) {
  const reasons = new Reasons(result);
  const outcomes = [
    ...skillOutcomes(found, { result, reasons }),
    ...found.plugins.flatMap((plugin) => pluginOutcomes(plugin, { result, reasons, found })),
    ...found.elsewhere.map(({ name, path }) =>
      outcome(
        { kind: 'entry elsewhere', what: `${name} (${path})` },
        undefined,
        reasons.ofOffer(name),
      ),
    ),
  ];
  const refused = result.code !== 0 && result.skills.length === 0 && outcomes.length > 0;
  return { outcomes, refused, error: result.error, extra: extraSkills(found, result) };
}

function skillOutcomes(found, { result, reasons }) {
  const matches = matchSkills(found.skills, result.skills);
  return matches.map(({ skill, as, differences }) => {
    const what = { kind: 'skill', what: skill.path || './' };
    const plugin = pluginOf(found.plugins, skill.path);
    if (as === undefined) {
      const outer = matches.find(
        (each) =>
          each.as !== undefined && each.skill !== skill && within(skill.path, each.skill.path),
      );
      const why = outer
        ? `part of the skill ${outer.skill.path || './'}`
        : reasons.ofPath(skill.path, plugin);
      return outcome(what, undefined, why);
    }
    const exceptions = differences.map((difference) => {
      const path = posix.join(skill.path, difference.path);
      return { ...difference, path, why: reasons.ofPath(path, plugin) };
    });
    return {
      ...outcome(what, as),
      exceptions,
      silent: exceptions.some(({ why }) => why === undefined),
    };
  });
}

/** The innermost plugin that a path is in. */
function pluginOf(plugins, path) {
  return plugins
    .filter((plugin) => within(path, plugin.path))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

function within(path, folder) {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function pluginOutcomes(plugin, { result, reasons, found }) {
  const change = changeOf(plugin, result.plugins);
  const withheld = reasons.ofPath(plugin.path, undefined);
  const partial = found.skills.filter((skill) => within(skill.path, plugin.path)).length > 0;
  const itself = outcome({ kind: 'plugin', what: plugin.path || './' }, change?.name, withheld);
  // a plugin of nothing but skills may come as its skills
  if (itself.silent && plugin.parts.length === 0 && partial) itself.silent = false;
  const parts = plugin.parts.map((part) => {
    const what = {
      kind: part.kind,
      what: posix.join(
        plugin.path,
        part.path ?? `${part.name}${part.runs ? `: ${part.runs}` : ''}`,
      ),
    };
    const as = INSTALLED[part.kind](part, { change, result });
    const why = part.path
      ? reasons.ofPath(posix.join(plugin.path, part.path), plugin)
      : reasons.ofWords(part.name, plugin);
    return outcome(what, as, why ?? withheld);
  });
  return [itself, ...parts];
}

function changeOf(plugin, changes) {
  const called = (name) => changes.find((change) => change.name.split('/').pop() === name);
  const bySource = changes.find(
    ({ source }) => plugin.path !== '' && source.split('#')[0].endsWith(`/${plugin.path}`),
  );
  const own = called(slug(plugin.name)) ?? called(slug(posix.basename(plugin.path)));
  return (
    bySource ??
    own ??
    (plugin.path === ''
      ? changes.find((change) => change.source.split('#')[0].split('/').length <= 5)
      : undefined)
  );
}

function slug(name) {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Whether a part is there, by kind; answers what shows it. */
const INSTALLED = {
  command: (part, { result }) =>
    result.skills.find(
      ({ name }) =>
        isCalled(name, part.name) ||
        isCalled(name, `${part.name}-command`) ||
        isCalled(name, slug(part.name)),
    )?.name,
  'sub-agent': (part, { result }) =>
    result.subagents.find((path) => isCalled(posix.basename(path, '.md'), part.name)),
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

function outcome(what, as, why) {
  return {
    ...what,
    as,
    why: as === undefined ? why : undefined,
    silent: as === undefined && why === undefined,
  };
}

/** Installed skills that the tree has not: commands that became skills. */
function extraSkills(found, { skills }) {
  const texts = new Set(found.skills.map(({ files }) => files.get('SKILL.md')));
  return skills.filter(({ files }) => !texts.has(files.get('SKILL.md'))).map(({ name }) => name);
}

/** The same for an installer that takes skills alone and gives no reasons. */
export function comparePeer(found, { name, version, code, seconds, skills, output }) {
  const matches = matchSkills(found.skills, skills);
  const taken = matches.filter(({ as }) => as !== undefined);
  return {
    name,
    version,
    code,
    seconds,
    folders: skills.length,
    installed: taken.length,
    equal: taken.filter(({ differences }) => differences.length === 0).length,
    exceptions: taken.flatMap(({ skill, differences }) =>
      differences.map(({ path, kind }) => ({ path: posix.join(skill.path, path), kind })),
    ),
    missing: matches.filter(({ as }) => as === undefined).map(({ skill }) => skill.path || './'),
    said: code === 0 ? undefined : output.trim().split('\n').slice(-3).join(' ').slice(0, 300),
  };
}
