import { join } from 'node:path';
import { usageError, type Context } from 'svc-registry/kernel';
import { installedAmbiguous, pluginNotInstalled } from '../../contract/errors.js';
import type { ProjectState } from '../project/project-state.js';
import { scopeFlag, type Scope } from '../project/scope.js';
import { isGitSource, type GitSource } from '../resolve/git-source.js';
import { isSameRepository } from '../resolve/same-repository.js';
import { dependencySource, fileSource, parseSource, type PluginSource } from '../resolve/source.js';
import { nameSkills } from '../wiring/skill-names.js';

/** What of the installed plugins a person means. */
export interface InstalledMatch {
  /** More than one only for the address of a repository that brought several. */
  readonly plugins: readonly string[];
  /** The one skill of the plugin that is meant; `undefined` for the whole plugin. */
  readonly skill?: string | undefined;
}

interface Installation {
  readonly scope: Scope;
  readonly state: ProjectState;
  readonly context: Pick<Context, 'cwd' | 'env'>;
}

/**
 * Finds what is installed by a plugin's name, its source, its short name or a skill's name. Throws `plugin_not_installed`, and
 * `installed_ambiguous` where several are called so.
 */
export function meantBy(text: string, installation: Installation): InstalledMatch {
  const { scope, state } = installation;
  const names = installedNames(state);
  if (names.includes(text)) return { plugins: [text] };
  const sourced = bySource(text, installation);
  if (sourced.length > 0) return { plugins: sourced };
  const short = names.filter((name) => name.endsWith(`/${text}`));
  const skills = bySkill(text, state).filter(({ plugin }) => !isAllOf(plugin, short, state));
  const found = [...short.map((plugin) => ({ plugin, skill: undefined })), ...skills];
  const [first, ...others] = found;
  if (first === undefined)
    throw pluginNotInstalled({
      name: text,
      file: join(scope.root, scope.manifestFile),
      flag: scopeFlag(scope),
    });
  if (others.length > 0)
    throw installedAmbiguous({
      name: text,
      commands: found.map(
        ({ plugin, skill }) =>
          `svc uninstall${scopeFlag(scope)} ${plugin}${skill === undefined ? '' : ` --skill ${skill}`}`,
      ),
    });
  return { plugins: [first.plugin], skill: first.skill };
}

/** Refuses `--skill` where the name means a skill, or several plugins, by itself. */
export function assertTakesSkills(match: InstalledMatch, skills: readonly string[]): void {
  if (skills.length === 0 || (match.skill === undefined && match.plugins.length === 1)) return;
  throw usageError({
    what: '--skill goes with one plugin.',
    hint: `Name the plugin: ${match.plugins.join(', ')}.`,
  });
}

/** An entry that only the lock has counts too. */
export function installedNames({ manifest, lock }: ProjectState): readonly string[] {
  return [...new Set([...(manifest?.dependencies.keys() ?? []), ...lock.plugins.keys()])];
}

/** What was installed from a folder, or from a repository or below its folder, whatever the form of its address. */
function bySource(text: string, { scope, state, context }: Installation): readonly string[] {
  const isGit = isGitSource(text);
  if (!isGit && !text.startsWith('file:')) return [];
  const source = parseSource(text, context.cwd, context.env);
  const { manifest, lock } = state;
  return installedNames(state).filter((name) => {
    const known = manifest?.dependencies.get(name)?.source ?? lock.plugins.get(name)?.source;
    return known !== undefined && known !== 'registry' && isFrom(known, source, scope.root);
  });
}

function isFrom(known: string, source: PluginSource, root: string): boolean {
  if (source.kind === 'file') return known === fileSource(root, source.folder);
  if (source.kind !== 'git' || !isGitSource(known)) return false;
  const other = dependencySource(known, root);
  return other.kind === 'git' && isWithin(source, other);
}

function isWithin(asked: GitSource, known: GitSource): boolean {
  if (!isSameRepository(asked, known)) return false;
  if (asked.trail !== undefined) return asked.trail === known.trail;
  const sameRef = asked.ref === undefined || asked.ref === known.ref;
  const isBelow = asked.path === '' || `${known.path}/`.startsWith(`${asked.path}/`);
  return sameRef && isBelow;
}

/** By the name of the skill, or of its link where two plugins have one of that name. */
function bySkill(
  text: string,
  { manifest, lock }: ProjectState,
): readonly { plugin: string; skill: string }[] {
  const selection = new Map(
    [...(manifest?.dependencies ?? [])].map(([name, { skills }]) => [name, skills] as const),
  );
  return nameSkills(lock.plugins, selection)
    .filter(({ skill, link }) => skill === text || link === text)
    .map(({ plugin, skill }) => ({ plugin, skill }));
}

/** Whether the plugin is among those that are called so, and has no other skill: then both mean the same. */
function isAllOf(plugin: string, short: readonly string[], { lock }: ProjectState): boolean {
  return short.includes(plugin) && lock.plugins.get(plugin)?.skills.length === 1;
}
