import { posix } from 'node:path';
import { matchSkills } from './match.mjs';
import { outcome, pluginOutcomes, slug, within } from './compare-plugin.mjs';
import { Reasons } from './reasons.mjs';

/** What became of everything that was found: installed, left out with a reason, or lost without a word. */
export function compare(found, result, name) {
  const reasons = new Reasons(result);
  const made = madeSkills(found, result);
  const whole = name.split('/').map(slug).join('/');
  const outcomes = [
    ...skillOutcomes(found, { result, reasons }),
    ...found.plugins.flatMap((plugin) =>
      pluginOutcomes(plugin, { result, reasons, made, found, whole }),
    ),
    ...found.elsewhere.map(({ name, path }) =>
      outcome(
        { kind: 'entry elsewhere', what: `${name} (${path})` },
        undefined,
        reasons.ofOffer(name),
      ),
    ),
  ];
  const refused = result.code !== 0 && result.skills.length === 0 && outcomes.length > 0;
  return { outcomes, refused, error: result.error };
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

/** Names of installed skills that the tree has not: commands that became skills. */
function madeSkills(found, { skills }) {
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
